import assert from 'node:assert/strict';

import type { Page } from 'playwright-core';

import type { Workflow, WorkflowNode } from '../harness/workflows';
import type { PanelState } from './panelState';
import { linesOfPanel, offersOfPanel } from './readPanel';

const PANEL = '[data-test-id="node-parameters"]';
const DEADLINE = 60_000;
const QUIET = 60;

/** A workflow with one node for each state, in their order, named by its place. */
export function workflowOf(id: string, states: readonly PanelState[]): Workflow {
	const nodes = states.map(({ node, parameters, credentials = {} }, index): WorkflowNode => ({
		id: nodeId(index),
		name: `State ${String(index)}`,
		type: `n8n-nodes-cloud-management.${node}`,
		typeVersion: 1,
		position: [(index % 10) * 240, Math.floor(index / 10) * 160],
		parameters,
		credentials,
	}));
	return { id, name: 'Every panel', active: false, nodes, connections: {}, settings: {} };
}

/** The ID of the node of a state. */
export function nodeId(index: number): string {
	return `state-${String(index)}`;
}

/** Compares the open panel with what it must show. Throws with the difference. */
export async function comparePanel(page: Page, { shows, offers }: PanelState): Promise<void> {
	const panel = page.locator(PANEL);
	const read = async () => ({
		shows: await panel.evaluate(linesOfPanel),
		offers: offers === undefined ? {} : await panel.evaluate(offersOfPanel),
	});
	const seen = await settled(read, (now) => isEqual(now.shows, shows));
	assert.deepEqual(seen.shows, shows);
	for (const [label, offered] of Object.entries(offers ?? {})) {
		assert.deepEqual(seen.offers[label], offered, `The choices of "${label}"`);
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
