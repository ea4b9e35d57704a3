import { CloudDashboard } from '../../nodes/CloudDashboard/CloudDashboard.node';
import { CloudManagement } from '../../nodes/CloudManagement/CloudManagement.node';
import { innerFields } from '../../nodes/engine/parameters/properties';
import { example, exampleNames, type WorkflowNode } from '../../tools/n8n/harness/workflows';

const MAX_WIDTH = 1640;
const NODE = 96;
const NODE_WITH_CAPTION = 144;
const AGENT_WIDTH = 224;

interface Box {
	x: [number, number];
	y: [number, number];
}

function boxOf({ type, position: [x, y], parameters }: WorkflowNode): Box {
	const { width = type.endsWith('.agent') ? AGENT_WIDTH : NODE, height = NODE_WITH_CAPTION } =
		type.endsWith('.stickyNote') ? parameters : {};
	return { x: [x, x + Number(width)], y: [y, y + Number(height)] };
}

function overlap(one: Box, other: Box): boolean {
	return (['x', 'y'] as const).every(
		(axis) => one[axis][0] < other[axis][1] && other[axis][0] < one[axis][1],
	);
}

/** Such a line names the node that the reader should turn on. */
function saysToTurnOn(line: string): boolean {
	return /\bturn (?:it|both|the node) on\b/.test(line);
}

/** Locators with these names choose a record. */
const LOCATORS: ReadonlySet<string> = new Set(
	[new CloudManagement(), new CloudDashboard()]
		.flatMap(({ description }) => description.properties)
		.flatMap((field) => [field, ...innerFields(field), ...innerFields(field).flatMap(innerFields)])
		.filter(({ type, name }) => type === 'resourceLocator' && name.endsWith('Id'))
		.map(({ name }) => name),
);

describe.each(exampleNames())('examples/%s.json', (name) => {
	const { nodes } = example(name);
	const boxes = new Map(nodes.map((node) => [node.name, boxOf(node)]));

	it('fits on a screen', () => {
		const xs = [...boxes.values()].flatMap(({ x }) => x);
		expect(Math.max(...xs) - Math.min(...xs)).toBeLessThanOrEqual(MAX_WIDTH);
	});

	it('contains no overlapping nodes', () => {
		const covered = [...boxes].filter(([, box]) =>
			[...boxes.values()].some((other) => other !== box && overlap(box, other)),
		);
		expect(covered.map(([node]) => node)).toEqual([]);
	});

	it('runs without a schedule or Slack until a person turns the nodes on', () => {
		const on = nodes.filter(({ disabled }) => disabled !== true).map(({ type }) => type);
		expect(on).not.toContain('n8n-nodes-base.slack');
		// If a schedule and a manual trigger are both on, Execute suggests the schedule first.
		expect(on).not.toContain('n8n-nodes-base.scheduleTrigger');
	});

	it('asks in its sticky note to turn on each disabled node', () => {
		const steps = nodes
			.flatMap(({ parameters: { content } }) => (typeof content === 'string' ? content : []))
			.flatMap((note) => note.split('\n'))
			.filter(saysToTurnOn);
		const off = nodes.filter(({ disabled }) => disabled === true).map((node) => node.name);
		expect(off.filter((node) => !steps.some((step) => step.includes(`**${node}**`)))).toEqual([]);
	});

	it('chooses each record with a locator', () => {
		const plain: string[] = [];
		const actions = nodes.filter(({ type }) =>
			/\.cloud(?:Management|Dashboard)(?:Tool)?$/.test(type),
		);
		const entered = actions.map(({ parameters }) => parameters);
		JSON.stringify(entered, (key, value: unknown) => {
			if (LOCATORS.has(key) && typeof value === 'string') plain.push(key);
			return value;
		});
		expect(plain).toEqual([]);
	});
});
