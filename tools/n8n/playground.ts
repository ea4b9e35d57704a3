import {
	CLICKSTACK_IDS,
	type EmulatorOptions,
	type EmulatorState,
	evaluateAlert,
} from '../emulator';
import { seedForExamples } from './examples/seed';
import { examples, withSettings, type Workflow } from './harness/workflows';

const { dashboardId, sourceId } = CLICKSTACK_IDS;

/** The emulator beside an n8n that a person plays with: its webhooks reach this machine. */
export function playgroundOptions(): EmulatorOptions {
	return {
		seed: seedForExamples(),
		dashboardApi: 'clickstack',
		clickStack: { webhookHosts: ['localhost', '127.0.0.1'] },
	};
}

/** The examples: those that update a dashboard update one that is in ClickStack. */
export function playgroundWorkflows(): Workflow[] {
	const updates = new Set(['dashboard-from-git', 'demo']);
	return examples().map((workflow) =>
		updates.has(workflow.id) ? withSettings(workflow, { dashboardId, sourceId }) : workflow,
	);
}

/** Evaluates all alerts: nothing else would ever let a workflow start with an alert. */
export async function evaluateAlerts({ clickStack }: EmulatorState, breaches: boolean) {
	for (const id of clickStack.alerts.ids()) await evaluateAlert(clickStack, id, { breaches });
}
