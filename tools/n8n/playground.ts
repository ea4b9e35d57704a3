import {
	CLICKSTACK_IDS,
	type EmulatorOptions,
	type EmulatorState,
	evaluateAlert,
} from '../emulator';
import { optionsForExamples } from './examples/seed';
import { examples, withSettings, type Workflow } from './harness/workflows';

const { dashboardId, sourceId } = CLICKSTACK_IDS;

/** Emulator for manual use of n8n. Its webhooks reach this machine. */
export function playgroundOptions(): EmulatorOptions {
	return {
		...optionsForExamples(),
		dashboardApi: 'clickstack',
		clickStack: { webhookHosts: ['localhost', '127.0.0.1'] },
	};
}

/** The examples. Dashboard updates use a ClickStack dashboard. */
export function playgroundWorkflows(): Workflow[] {
	const updates = new Set(['dashboard-from-git', 'demo']);
	return examples().map((workflow) =>
		updates.has(workflow.id) ? withSettings(workflow, { dashboardId, sourceId }) : workflow,
	);
}

/** Evaluates all alerts, because nothing else would let a workflow start with an alert. */
export async function evaluateAlerts({ clickStack }: EmulatorState, breaches: boolean) {
	for (const id of clickStack.alerts.ids()) await evaluateAlert(clickStack, id, { breaches });
}
