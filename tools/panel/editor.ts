import type { INodeParameters, INodeType, INodeTypeDescription, INodeTypes } from 'n8n-workflow';
import { NodeHelpers, Workflow } from 'n8n-workflow';

const NODE = 'Node';

/** A type that only describes its node. */
class Described implements INodeType {
	constructor(readonly description: INodeTypeDescription) {}
}

/**
 * The values that the editor compares with conditions before the first execution: it adds the defaults and evaluates
 * each expression. An expression that fails is empty.
 */
export function editorValues(
	description: INodeTypeDescription,
	entered: INodeParameters,
): INodeParameters {
	const { properties } = description;
	const parameters =
		NodeHelpers.getNodeParameters(properties, entered, true, false, null, description) ?? {};
	const type = new Described(description);
	const nodeTypes: INodeTypes = {
		getByName: () => type,
		getByNameAndVersion: () => type,
		getKnownTypes: () => ({}),
	};
	const node = { id: '1', name: NODE, type: description.name, typeVersion: 1, parameters };
	const nodes = [{ ...node, position: [0, 0] satisfies [number, number] }];
	const { expression } = new Workflow({ nodes, connections: {}, active: false, nodeTypes });
	const evaluated = (value: string) => {
		try {
			return expression.getParameterValue(value, null, 0, 0, NODE, [], 'manual', {});
		} catch {
			return '';
		}
	};
	return Object.fromEntries(
		Object.entries(parameters).map(([name, value]) => [
			name,
			typeof value === 'string' && value.startsWith('=') ? evaluated(value) : value,
		]),
	);
}
