import { extractFromAICalls } from 'n8n-workflow';

import { CloudDashboard } from '../../nodes/CloudDashboard/CloudDashboard.node';
import { CloudManagement } from '../../nodes/CloudManagement/CloudManagement.node';
import { objectAt, objectsAt } from '../contract/json';
import { readDocument } from './files';
import { fromAiExpressionOf } from './schemas/fromAi';
import { jsonSchemas } from './schemas/jsonSchemas';

const NAMES = Object.keys(jsonSchemas());

describe('the examples with an agent', () => {
	it.each([
		['agent-pipes', 2],
		['agent-proposes', 1],
	])('%s gives the expression for Kafka to its %d tools that define pipes', (name, count) => {
		const workflow: unknown = JSON.parse(readDocument(`examples/${name}.json`));
		const given = objectsAt(workflow, 'nodes').flatMap(
			(node) => objectAt(node, 'parameters')['pipeJson'] ?? [],
		);
		const ofTools = given.filter((value) => JSON.stringify(value).includes('$fromAI'));
		const expression = `=${fromAiExpressionOf('kafka')}`;
		expect(ofTools).toEqual(Array.from({ length: count }, () => expression));
	});
});

describe('an expression to be copied', () => {
	const notices = [new CloudManagement(), new CloudDashboard()]
		.flatMap(({ description }) => description.properties)
		.filter(({ name }) => name.endsWith('ToolNotice'))
		.map(({ displayName }) => /enter: (.*)$/.exec(displayName)?.[1] ?? '');

	it('stands in a notice of each JSON field', () => {
		expect(notices).toHaveLength(2);
	});

	it.each([...NAMES.map(fromAiExpressionOf), ...notices])('is read by n8n: %.60s', (expression) => {
		const [call, ...others] = extractFromAICalls(expression);
		expect(others).toEqual([]);
		expect(call).toMatchObject({ type: 'json', defaultValue: undefined });
		expect(call?.key).toMatch(/^(pipe|dashboard)_definition$/);
		expect(expression).toBe(
			`{{ $fromAI('${call?.key ?? ''}', '${call?.description ?? ''}', 'json') }}`,
		);
		// Within the braces, nothing may end the expression or its text.
		expect(call?.description).not.toMatch(/[{}'"`\\]/);
	});

	it('names every required member and every listed value', () => {
		const kafka = fromAiExpressionOf('kafka');
		for (const part of ['source.kafka.brokers*', 'AvroConfluent', 'destination.columns[].type*']) {
			expect(kafka).toContain(part);
		}
	});
});
