import assert from 'node:assert/strict';

import type {
	INodeParameters,
	INodeProperties,
	INodeTypeDescription,
	NodeParameterValueType,
} from 'n8n-workflow';
import type { Page } from 'playwright-core';

import { membersOf } from '../../../tools/docs/reference/resources';
import type { Workflow, WorkflowNode } from '../../../tools/n8n/harness/workflows';
import { Panel } from '../../../tools/panel/panel';
import { linesOf, offersOf } from './descriptionRules';
import { linesOfPanel, offersOfPanel } from '../../../tools/n8n/editor/readPanel';

const PANEL = '[data-test-id="node-parameters"]';
const DEADLINE = 60_000;
const QUIET = 60;
/** The selectors of an operation. The form walk opens other choices within it, by the same rules. */
const CHOSEN_BY: readonly string[] = ['resource', 'operation', 'sourceKind', 'event'];
/** n8n itself adds this to resources and operations: it leads to its HTTP Request node. */
const CUSTOM_CALL = '__CUSTOM_API_CALL__';

/** One state of a node's panel. n8n's rules for the description define its contents. */
export interface PanelState {
	name: string;
	description: INodeTypeDescription;
	parameters: INodeParameters;
}

/** A workflow with one node for each state, in their order, named by its place. */
export function workflowOf(states: readonly PanelState[]): Workflow {
	const nodes = states.map(({ description, parameters }, index): WorkflowNode => ({
		id: nodeId(index),
		name: `State ${String(index)}`,
		type: description.name,
		typeVersion: 1,
		position: [(index % 10) * 240, Math.floor(index / 10) * 160],
		parameters,
		credentials: {},
	}));
	return { id: '', name: 'Panels', active: false, nodes, connections: {}, settings: {} };
}

/** The ID of the node of a state. */
export function nodeId(index: number): string {
	return `state-${String(index)}`;
}

/** Operations or events that together have every kind of field, each with everything that can be added to it. */
export function everyKindOfField(description: INodeTypeDescription): PanelState[] {
	const panel = new Panel(description);
	const states = combinations(panel, {}).map((chosen) => {
		const name = [description.displayName, ...Object.values(chosen)].join(', ');
		const parameters = { ...chosen, ...everythingAdded(panel, chosen) };
		const kinds = panel.opened(parameters).fields.flatMap(kindsOf);
		return { name, description, parameters, kinds };
	});
	const seen = new Set<string>();
	return states
		.sort((one, other) => other.kinds.length - one.kinds.length)
		.filter(({ kinds }) => {
			const isNew = kinds.some((kind) => !seen.has(kind));
			for (const kind of kinds) seen.add(kind);
			return isNew;
		});
}

/** The editor's criteria for drawing a field of each type: the names in its description, and the forms of its conditions. */
function kindsOf(field: INodeProperties): string[] {
	const { type, typeOptions = {}, displayOptions: { show = {}, hide = {} } = {} } = field;
	const parts = [
		...[field, typeOptions].flatMap((part) => Object.keys(part)),
		...[show, hide].flatMap((part) => Object.entries(part).map(formOf)),
	];
	return [...parts.map((part) => `${type}: ${part}`), ...membersOf(field).flatMap(kindsOf)];
}

/** A condition on a field beside it, or on one of the node, for values or for a comparison. */
function formOf([name, values]: [string, unknown]): string {
	const isCompared = Array.isArray(values) && values.some((value) => typeof value === 'object');
	return `${name.startsWith('/') ? 'of the node' : 'beside it'}, ${isCompared ? 'compared' : 'listed'}`;
}

function combinations(panel: Panel, chosen: INodeParameters): INodeParameters[] {
	const open = panel
		.opened(chosen)
		.fields.find(({ name }) => CHOSEN_BY.includes(name) && !(name in chosen));
	if (open === undefined) return [chosen];
	return (open.options ?? [])
		.flatMap((option) => ('value' in option ? [option.value] : []))
		.filter((value) => value !== CUSTOM_CALL)
		.flatMap((value) => combinations(panel, { ...chosen, [open.name]: value }));
}

/** Every field of each collection, and a row in each list. */
function everythingAdded(panel: Panel, chosen: INodeParameters): INodeParameters {
	const groups = panel
		.opened(chosen)
		.fields.filter(({ type }) => ['collection', 'fixedCollection'].includes(type))
		.filter(({ name }) => name !== 'pollTimes');
	return Object.fromEntries(groups.map((field) => [field.name, filled(field)]));
}

function filled({ options = [] }: INodeProperties): NodeParameterValueType {
	const [group] = options;
	if (group !== undefined && 'values' in group) return { [group.name]: [{}] };
	const members = options.flatMap((member) => ('type' in member ? [member] : []));
	// The editor drops lists without rows.
	return Object.fromEntries(
		members.map((member) => [
			member.name,
			member.type === 'fixedCollection' ? filled(member) : member.default,
		]),
	);
}

/** Compares the open panel with its expected contents. Throws with the difference. */
export async function comparePanel(page: Page, { description, parameters }: PanelState) {
	const panel = page.locator(PANEL);
	const shows = linesOf(description, parameters);
	const seen = await settled(
		async () => await panel.evaluate(linesOfPanel),
		(now) => isEqual(now, shows),
	);
	assert.deepEqual(seen, shows);
	const offered = await panel.evaluate(offersOfPanel);
	for (const [label, choices] of Object.entries(offersOf(description, parameters))) {
		assert.deepEqual(offered[label], choices, `The choices of "${label}"`);
	}
}

/** Reads until a reading is as wanted and stays so, or the deadline has passed; returns the last one. */
async function settled<T>(read: () => Promise<T>, isWanted: (now: T) => boolean): Promise<T> {
	const deadline = Date.now() + DEADLINE;
	let before = await read();
	for (;;) {
		await new Promise((resolve) => setTimeout(resolve, QUIET));
		const now = await read();
		if ((isWanted(now) && isEqual(before, now)) || Date.now() > deadline) return now;
		before = now;
	}
}

function isEqual(one: unknown, other: unknown): boolean {
	return JSON.stringify(one) === JSON.stringify(other);
}
