import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { isDataObject } from '../../../nodes/core/json';
import { json } from '../core/fakes';
import type { FakePoll } from './fakePoll';
import { poll } from './fakePoll';

export const ALERTS = { event: 'alertStateChanged' };

/** What one poll tells. */
export type Told = string[] | 'failed';

/** What a list has: states by ID, or the status of its failure. Each API has it in a member of its own. */
export type Listed = Record<string, string | null> | number;

/** Answers with a list, and with `more` beside it. */
export function responding(listed: Listed, more = {}): Pick<FakePoll, 'respond'> {
	if (typeof listed === 'number') return { respond: () => json({}, listed) };
	const result = Object.entries(listed).map(([id, state]) => ({ id, state, status: state }));
	return { respond: () => json({ result, data: result, ...more }) };
}

/** Polls each list. Returns of each poll the changes, as `id: before → after`, or "failed". */
export async function changes(
	parameters: IDataObject,
	lists: Listed[],
	staticData: IDataObject = {},
): Promise<Told[]> {
	const polls: Told[] = [];
	for (const listed of lists) {
		const setup = { parameters, staticData, ...responding(listed) };
		const { items = [], paths } = await poll(setup).catch(() => ({ items: 'failed', paths: [''] }));
		expect(paths).toHaveLength(1);
		polls.push(typeof items === 'string' ? 'failed' : items.map(changeOf));
	}
	return polls;
}

/** Returns a change as `id: before → after`. */
export function changeOf(item: IDataObject): string {
	const states = z
		.array(z.string())
		.parse([item['previousState'] ?? item['previousStatus'], item['state'] ?? item['status']]);
	const record = Object.values(item).find(isDataObject);
	return `${z.string().parse(record?.['id'])}: ${states.join(' → ')}`;
}

/** Returns what a poll throws. */
export async function failure(setup: FakePoll): Promise<unknown> {
	return await poll(setup).catch((error: unknown) => error);
}
