import {
	CLICKSTACK_IDS,
	type EmulatorOptions,
	type EmulatorState,
	evaluateAlert,
} from '../emulator';
import { optionsForExamples } from './examples/seed';
import { examples, withSettings, type Workflow, workflowNode } from './harness/workflows';

const { dashboardId, sourceId } = CLICKSTACK_IDS;

/** Emulator for manual use of n8n. Its webhooks reach this machine. */
export function playgroundOptions(): EmulatorOptions {
	return {
		...optionsForExamples(),
		dashboardApi: 'clickstack',
		clickStack: { webhookHosts: ['localhost', '127.0.0.1'] },
	};
}

const STICKY_NOTE = 'n8n-nodes-base.stickyNote';

/** Adds a note on how to run an example here, where its credentials and settings are filled in. */
function withRunNote(workflow: Workflow): Workflow {
	const note = workflow.nodes.find(({ type }) => type === STICKY_NOTE);
	if (note === undefined) return workflow;
	const hasModel = workflow.nodes.some(({ name }) => name === 'Chat Model');
	const missing = hasModel ? ' First select your account in **Chat Model**.' : '';
	const content = `Choose **Execute workflow** to try this example against the emulator.${missing}`;
	const [x, y] = note.position;
	const { width } = note.parameters;
	const runNote = workflowNode('How to Run', STICKY_NOTE, 1, { content, width, height: 80 });
	return { ...workflow, nodes: [...workflow.nodes, { ...runNote, position: [x, y - 112] }] };
}

/** The examples, each with a note on how to run it. Dashboard updates use a ClickStack dashboard. */
export function playgroundWorkflows(): Workflow[] {
	const updates = new Set(['dashboard-from-git', 'demo']);
	return examples()
		.map((workflow) =>
			updates.has(workflow.id) ? withSettings(workflow, { dashboardId, sourceId }) : workflow,
		)
		.map(withRunNote);
}

/** Evaluates all alerts, because nothing else would let a workflow start with an alert. */
export async function evaluateAlerts({ clickStack }: EmulatorState, breaches: boolean) {
	for (const id of clickStack.alerts.ids()) await evaluateAlert(clickStack, id, { breaches });
}
