import { extractFromAICalls } from 'n8n-workflow';

import { CloudDashboard } from '../../nodes/CloudDashboard/CloudDashboard.node';
import { CloudManagement } from '../../nodes/CloudManagement/CloudManagement.node';
import { objectAt, objectsAt } from '../../tools/contract/json';
import { readDocument } from '../../tools/docs/files';
import { fromAiExpressionOf } from '../../tools/docs/schemas/fromAi';
import { jsonSchemas } from '../../tools/docs/schemas/jsonSchemas';
import { Panel } from '../../tools/panel/panel';

const NAMES = Object.keys(jsonSchemas());

describe('agent examples', () => {
	it.each([
		{ example: 'agent-pipes', count: 2 },
		{ example: 'agent-proposes', count: 1 },
	])('contain the Kafka expression in $count tools of $example', ({ example, count }) => {
		const workflow: unknown = JSON.parse(readDocument(`examples/${example}.json`));
		const given = objectsAt(workflow, 'nodes').flatMap(
			(node) => objectAt(node, 'parameters')['pipeJson'] ?? [],
		);
		const ofTools = given.filter((value) => JSON.stringify(value).includes('$fromAI'));
		const expression = `=${fromAiExpressionOf('kafka')}`;
		expect(ofTools).toEqual(Array.from({ length: count }, () => expression));
	});
});

const PROPERTIES = [new CloudManagement(), new CloudDashboard()].flatMap(
	({ description }) => description.properties,
);

/** A model can write these definitions completely: a new pipe, and a dashboard in each operation. */
const DEFINITIONS = PROPERTIES.filter(({ name }) => /^(?:pipe|dashboard)Json$/.test(name));

describe('expressions to copy', () => {
	const hints = PROPERTIES.flatMap(
		({ builderHint }) => /As a tool, use =(.*)$/.exec(builderHint?.propertyHint ?? '')?.[1] ?? [],
	);

	it('appear in the hint of each JSON field', () => {
		expect(hints).toHaveLength(DEFINITIONS.length);
		expect(new Set(hints).size).toBe(2);
	});

	it.each([...NAMES.map(fromAiExpressionOf), ...hints])(
		'are readable for n8n: %.60s',
		(expression) => {
			const [call, ...others] = extractFromAICalls(expression);
			expect(others).toEqual([]);
			expect(call).toMatchObject({ type: 'json', defaultValue: undefined });
			expect(call?.key).toMatch(/^(pipe|dashboard)_definition$/);
			expect(expression).toBe(
				`{{ $fromAI('${call?.key ?? ''}', '${call?.description ?? ''}', 'json') }}`,
			);
			// Nothing inside the braces may end the expression or its string.
			expect(call?.description).not.toMatch(/[{}'"`\\]/);
		},
	);
});

describe('tool notice', () => {
	const notices = PROPERTIES.filter(({ name }) => name.endsWith('ToolNotice'));

	it('explains how to let the model fill in each JSON field', () => {
		const fields = notices.map(({ name }) => name.replace('ToolNotice', ''));
		expect(fields).toEqual(DEFINITIONS.map(({ name }) => name));
		for (const { displayName } of notices) {
			expect(displayName).toMatch(
				/^To let the AI Agent fill in the \w+ Definition, click the stars /,
			);
			expect(displayName).toContain('/docs/agents.md#expressions"');
			expect(displayName).not.toContain('\n');
		}
	});

	it.each(notices)('appears until the model fills in $name', (notice) => {
		const field = notice.name.replace('ToolNotice', '');
		const isShown = (resolved: string | undefined, name: string): boolean => {
			const others = Object.entries(notice.displayOptions?.show ?? {})
				.filter(([key]) => key !== field && key !== '@tool')
				.flatMap(([key, conditions]) => {
					const first = conditions?.[0];
					return typeof first === 'string' ? [[key, first] as const] : [];
				});
			const values = { ...Object.fromEntries(others), [field]: resolved };
			const { description } = new CloudManagement();
			return new Panel({ ...description, name }).isShown(notice, values);
		};
		expect(isShown('{}', 'cloudManagementTool')).toBe(true);
		expect(isShown('{}', 'cloudManagement')).toBe(false);
		// In the editor, the model's future value is empty.
		expect(isShown(undefined, 'cloudManagementTool')).toBe(false);
	});
});
