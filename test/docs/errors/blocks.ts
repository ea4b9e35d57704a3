import { dashboardApi } from '../../../nodes/CloudDashboard/api/dashboardApi';
import { managementApi } from '../../../nodes/CloudManagement/api/managementApi';
import type { GeneratedBlock } from '../generated';
import { table } from '../markdown';
import { REQUEST_FILES, requestTable } from './requests';

const DOCUMENT = 'docs/errors.md';
const OTHER_REDIRECT = 399;
const OTHER_STATUS = 499;
const OTHER_FAILURE = 599;
/** The files whose messages the tables have: by status, and about a request that got no clear response. */
export const IN_TABLES: readonly string[] = [
	'nodes/CloudDashboard/api/dashboardApi.ts',
	'nodes/CloudManagement/api/managementApi.ts',
	...REQUEST_FILES,
];

/** Returns the tables of docs/errors.md: what to do by status, and when a response is missing or unclear. */
export function errorBlocks(): GeneratedBlock[] {
	return [
		{ file: DOCUMENT, name: 'statuses', content: statusTable() },
		{ file: DOCUMENT, name: 'requests', content: requestTable() },
	];
}

function statusTable(): string {
	const apis = [managementApi, dashboardApi];
	const adviceOf = (status: number): string[] => apis.map((api) => api.adviceFor(status));
	const others = [OTHER_STATUS, OTHER_FAILURE].map((status) => adviceOf(status).join());
	const own = Array.from({ length: 200 }, (_, index) => 400 + index).filter(
		(status) => !others.includes(adviceOf(status).join()),
	);
	return table(
		['Status', 'Cloud Management', 'Cloud Dashboard'],
		[
			...own.map((status) => [String(status), ...adviceOf(status)]),
			['300 to 399', ...adviceOf(OTHER_REDIRECT)],
			['any other from 400 to 499', ...adviceOf(OTHER_STATUS)],
			['any other from 500', ...adviceOf(OTHER_FAILURE)],
		],
	);
}
