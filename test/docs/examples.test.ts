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

/** True if a note's line asks the reader to switch on the node it names. */
function saysToSwitchOn(line: string): boolean {
	return /\bswitch (?:it|both|the node) on\b/.test(line);
}

describe.each(exampleNames())('the example %s', (name) => {
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

	it('runs manually, but not by schedule or with Slack until a person switches that on', () => {
		const on = nodes.filter(({ disabled }) => disabled !== true).map(({ type }) => type);
		expect(on).not.toContain('n8n-nodes-base.slack');
		// If both are on, Execute suggests a schedule before a manual trigger.
		expect(on).not.toContain('n8n-nodes-base.scheduleTrigger');
	});

	it('asks in its note to switch on each node that is off', () => {
		const steps = nodes
			.flatMap(({ parameters: { content } }) => (typeof content === 'string' ? content : []))
			.flatMap((note) => note.split('\n'))
			.filter(saysToSwitchOn);
		const off = nodes.filter(({ disabled }) => disabled === true).map((node) => node.name);
		expect(off.filter((node) => !steps.some((step) => step.includes(`**${node}**`)))).toEqual([]);
	});

	it('uses locators for its IDs', () => {
		const ids = nodes.flatMap(({ parameters }) => parameters.serviceId ?? []);
		for (const id of ids) expect(id).toMatchObject({ __rl: true, mode: 'id' });
	});
});
