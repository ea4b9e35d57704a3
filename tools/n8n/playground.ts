import {
	CLICKSTACK_IDS,
	type EmulatorOptions,
	type EmulatorState,
	evaluateAlert,
} from '../emulator';
import { optionsForExamples } from './examples/seed';
import {
	example,
	examples,
	withAddress,
	withSettings,
	type Workflow,
	workflowNode,
} from './harness/workflows';

const { dashboardId, sourceId } = CLICKSTACK_IDS;

/** Webhooks of this emulator can reach this machine. */
export function playgroundOptions(): EmulatorOptions {
	return {
		...optionsForExamples(),
		dashboardApi: 'clickstack',
		clickStack: { webhookHosts: ['localhost', '127.0.0.1'] },
	};
}

const STICKY_NOTE = 'n8n-nodes-base.stickyNote';

/** The note says how to run the example here, where its credentials and settings are filled in. */
function withRunNote(workflow: Workflow): Workflow {
	const note = workflow.nodes.find(({ type }) => type === STICKY_NOTE);
	if (note === undefined) return workflow;
	const hasModel = workflow.nodes.some(({ name }) => name === 'Chat Model');
	const script = hasModel
		? ' A script plays the model. To ask your own questions, select your account in **Chat Model**.'
		: '';
	const content = `Choose **Execute workflow** to try this example against the emulator.${script}`;
	const [x, y] = note.position;
	const { width } = note.parameters;
	const runNote = workflowNode('How to Run', STICKY_NOTE, 1, { content, width, height: 80 });
	return { ...workflow, nodes: [...workflow.nodes, { ...runNote, position: [x, y - 112] }] };
}

/** The example that the README shows. n8n lists it first. */
export const FIRST_EXAMPLE = 'pipes-with-approval';

/** n8n lists the workflow that was saved last first. Dashboard updates use a ClickStack dashboard, which can be merged. */
export function playgroundWorkflows(address: string): Workflow[] {
	const updates = new Set(['dashboard-from-git', 'demo']);
	const others = examples().filter(({ id }) => id !== FIRST_EXAMPLE);
	return [...others, example(FIRST_EXAMPLE)]
		.map((workflow) =>
			updates.has(workflow.id) ? withSettings(workflow, { dashboardId, sourceId }) : workflow,
		)
		.map((workflow) => withRunNote(withAddress(workflow, address)));
}

/** Evaluates the alerts, because otherwise no alert would start a workflow. */
export async function evaluateAlerts({ clickStack }: EmulatorState, breaches: boolean) {
	for (const id of clickStack.alerts.ids()) await evaluateAlert(clickStack, id, { breaches });
}
