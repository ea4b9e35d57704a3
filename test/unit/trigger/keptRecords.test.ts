import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { KeptRecords, LIMITS } from '../../../nodes/core/watch/keptRecords';
import { json } from '../core/fakes';
import { poll } from './fakePoll';

const MB = 1024 * 1024;

const IDS = Array.from(
	{ length: 20 },
	(_, n) => `5b7e2c18-90af-4d36-8e12-${String(n).padStart(12, '0')}`,
);

function idOf(path: string): string {
	return path.split('/').at(-1) ?? '';
}

/** Polls the twenty services, each with a record that has as much as `more`. */
async function polled(
	staticData: IDataObject,
	state: string,
	more: unknown,
	{ output = 'raw', ids = IDS }: { output?: string; ids?: string[] } = {},
) {
	const parameters = { event: 'serviceStateChanged', serviceIds: ids, output };
	const respond = (path: string) => json({ result: { id: idOf(path), state, more } });
	const { items = [], reported } = await poll({ parameters, staticData, respond });
	expect(reported).toEqual([]);
	return items;
}

describe('what a poll keeps', () => {
	beforeEach(() => {
		// Each record has a few more characters than those that the tests put in.
		jest.replaceProperty(LIMITS, 'characters', 1600 + 5 * 100);
	});

	afterEach(() => {
		jest.restoreAllMocks();
	});

	it('is not the responses, of which each may be large', async () => {
		setFlagsFromString('--expose-gc');
		const collectGarbage = z.function().parse(runInNewContext('gc'));
		const sizes: number[] = [];
		const parameters = { event: 'serviceStateChanged', serviceIds: IDS };
		const respond = async (path: string) => {
			await new Promise((resolve) => setTimeout(resolve, 5));
			collectGarbage();
			sizes.push(process.memoryUsage().heapUsed);
			return json({ result: { id: idOf(path), state: 'idle', more: 'x'.repeat(2 * MB) } });
		};
		await poll({ parameters, staticData: {}, respond });
		const [first = 0] = sizes;
		// All of them take 40 MB.
		expect(Math.max(...sizes) - first).toBeLessThan(20 * MB);
	});

	it('has a bound: the changes beyond it come with the next polls, each once', async () => {
		const staticData: IDataObject = {};
		const more = 'x'.repeat(300);
		await polled(staticData, 'idle', more);
		const polls = [];
		for (let n = 0; n < 6; n += 1) {
			const items = await polled(staticData, 'running', more);
			expect(items.every((item) => item['previousState'] === 'idle')).toBe(true);
			polls.push(items.map(({ service }) => z.object({ id: z.string() }).parse(service).id));
		}
		expect(polls.map(({ length }) => length)).toEqual([5, 5, 5, 5, 0, 0]);
		expect(polls.flat().sort()).toEqual(IDS);
	});

	it('holds one change that alone is larger', async () => {
		const staticData: IDataObject = {};
		const ids = IDS.slice(0, 2);
		await polled(staticData, 'idle', [], { ids });
		const polls = [];
		for (let n = 0; n < 3; n += 1) {
			polls.push(await polled(staticData, 'running', 'x'.repeat(3000), { ids }));
		}
		expect(polls.map(({ length }) => length)).toEqual([1, 1, 0]);
	});

	it('is what is output: simplified, the same records fit into one poll', async () => {
		const staticData: IDataObject = {};
		const more = 'x'.repeat(300);
		const simplified = { output: 'simplified' };
		await polled(staticData, 'idle', more, simplified);
		expect(await polled(staticData, 'running', more, simplified)).toHaveLength(20);
	});

	it('counts a state, of which the hash is kept where it has not changed', () => {
		const long = { state: 'x'.repeat(2000), record: {} };
		const changed = new KeptRecords(['a', 'b'], () => true);
		expect(changed.read('a', long)).toEqual({ kind: 'present', ...long });
		expect(changed.read('b', long)).toBeUndefined();
		const same = new KeptRecords(['a'], () => false);
		const state: unknown = expect.stringMatching(/^[0-9a-f]{64}$/);
		expect(same.read('a', long)).toEqual({ kind: 'present', state });
	});

	it('leaves what has not changed out of account', async () => {
		const staticData: IDataObject = {};
		await polled(staticData, 'idle', 'x'.repeat(300));
		expect(await polled(staticData, 'idle', 'x'.repeat(300))).toEqual([]);
		expect(staticData['next']).toBeNull();
		expect(staticData['resources']).toHaveLength(20);
	});
});

describe('a test by hand', () => {
	it('shows the first of the services, whichever answers first', async () => {
		const ids = IDS.slice(0, 3);
		const parameters = { event: 'serviceStateChanged', serviceIds: ids };
		const respond = async (path: string) => {
			const position = ids.indexOf(idOf(path));
			await new Promise((resolve) => setTimeout(resolve, 10 * (3 - position)));
			return json({ result: { id: idOf(path), state: 'idle' } });
		};
		const { items } = await poll({ mode: 'manual', parameters, respond });
		expect(items).toMatchObject([{ service: { id: ids[0] } }]);
	});
});
