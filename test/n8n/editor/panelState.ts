import type { INodeParameters } from 'n8n-workflow';

import type { WorkflowNode } from '../harness/workflows';

/** One state of a node's panel, and all that it must show. */
export interface PanelState {
	name: string;
	/** The node type, without the package. */
	node: string;
	parameters: INodeParameters;
	/** Without any, the editor chooses one, and the authentication that goes with it. */
	credentials?: WorkflowNode['credentials'];
	/**
	 * The labels from top to bottom. Members of a collection are below it, indented by two spaces.
	 * `! …` is a notice, and a bare `!` one of any words. `+ …` is what can be added: the choices of a collection, or the button of a list.
	 */
	shows: readonly string[];
	/** What selectors offer, by their label, in order. */
	offers?: Readonly<Record<string, readonly string[]>>;
}
