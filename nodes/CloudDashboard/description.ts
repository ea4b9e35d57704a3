/** What this node and its trigger do: n8n's palette shows the two as one, with one of their descriptions. */
export const NODE_PAIR_DESCRIPTION =
	'Manage dashboards and alerts of a cloud data platform, or start workflows when the state of an alert changes';
