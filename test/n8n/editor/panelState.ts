import type { WorkflowNode } from '../harness/workflows';

/** One state of a node's panel, and all that it must show. */
export interface PanelState {
	name: string;
	node: 'cloudManagement' | 'cloudDashboard' | 'cloudDashboardTrigger';
	parameters: Record<string, unknown>;
	/** Without any, the editor chooses one, and the authentication that goes with it. */
	credentials?: WorkflowNode['credentials'];
	/**
	 * The labels from top to bottom. Members of a collection are below it, indented by two spaces.
	 * `! …` is a notice. `+ …` is what can be added: the choices of a collection, or the button of a list.
	 */
	shows: readonly string[];
	/** What selectors offer, by their label, in order. */
	offers?: Readonly<Record<string, readonly string[]>>;
}

/** Indents lines below the collection or the row before them. */
export function within(...lines: readonly string[]): string[] {
	return lines.map((line) => `  ${line}`);
}

/** The line of what can be added to a collection. */
export function add(...choices: readonly string[]): string {
	return `  + ${choices.join(' | ')}`;
}

/** What n8n itself adds to resources and operations: it leads to its HTTP Request node with the same credential. */
export const CUSTOM_CALL = 'Custom API Call';
