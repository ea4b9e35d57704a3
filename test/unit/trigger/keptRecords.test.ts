import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { LIMITS, recordKeeper } from '../../../nodes/features/watch/states';
import { json } from '../core/fakes';
import { ENDPOINTS, poll } from './fakePoll';

const MB = 1024 * 1024;
const IDS = Array.from({ length: 20 }, (_, n) => `endpoint-${String(n + 10)}`);
const EVENT = { ...ENDPOINTS, reversePrivateEndpointIds: IDS, output: 'raw' };
const idOf = (path: string) => path.split('/').at(-1) ?? '';

/** Polls the twenty endpoints, each with a record that has `more` content. Returns the IDs of the changes. */
async function polled(staticData: IDataObject, status: string, more: unknown, parameters = EVENT) {
	const respond = (path: string) => json({ result: { id: idOf(path), status, more } });
	const { items = [], reported } = await poll({ parameters, staticData, respond });
	expect(reported).toEqual([]);
	return items.map(
		({ reversePrivateEndpoint }) => z.object({ id: z.string() }).parse(reversePrivateEndpoint).id,
	);
}

afterEach(() => {
	jest.restoreAllMocks();
});

const SERVICES = IDS.map((_, n) => ({ id: `5b7e2c18-90af-4d36-8e12-0000000000${String(n + 10)}` }));

it.each<[string, IDataObject]>([
	['responses', EVENT],
	['lists of all services', { event: 'pipeStateChanged', output: 'raw' }],
])('a poll keeps only the output parts of the %s, each of which may be large', async (_, event) => {
	setFlagsFromString('--expose-gc');
	const collectGarbage = z.function().parse(runInNewContext('gc'));
	const sizes: number[] = [];
	let responses = 0;
	const respond = async (path: string) => {
		await new Promise((resolve) => setTimeout(resolve, 5));
		// Each collection takes long if many tests share the memory.
		if (responses % 6 === 0) {
			collectGarbage();
			sizes.push(process.memoryUsage().heapUsed);
		}
		responses += 1;
		if (path === '/services') return json({ result: SERVICES });
		const record = { id: idOf(path), status: 'idle', state: 'idle', more: 'x'.repeat(2 * MB) };
		return json({ result: event === EVENT ? record : [record] });
	};
	await poll({ parameters: event, staticData: {}, respond });
	const [first = 0] = sizes;
	// All of them take 40 MB.
	expect(Math.max(...sizes) - first).toBeLessThan(20 * MB);
});

it.each<[string, number, typeof EVENT, number[]]>([
	['beyond the limit come with the next polls', 300, EVENT, [5, 5, 5, 5, 0]],
	['of which one alone is larger come one by one', 3000, EVENT, [1, 1, 1]],
	['simplified are small', 300, { ...EVENT, output: 'simplified' }, [20, 0]],
])('%s changes are emitted, once each', async (_, size, parameters, counts) => {
	// Each record has a few more characters than those that the test puts in.
	jest.replaceProperty(LIMITS, 'characters', 1600 + 5 * 80);
	const staticData: IDataObject = {};
	const more = 'x'.repeat(size);
	await polled(staticData, 'idle', more, parameters);
	expect(await polled(staticData, 'idle', more, parameters)).toEqual([]);
	expect([staticData['next'], staticData['resources']]).toMatchObject([null, { length: 20 }]);
	const ids = [];
	for (const count of counts) {
		const found = await polled(staticData, 'ready', more, parameters);
		expect(found).toHaveLength(count);
		ids.push(...found);
	}
	expect(ids).toEqual(IDS.slice(0, ids.length));
});

it('a state counts, and its hash is kept if it has not changed', () => {
	jest.replaceProperty(LIMITS, 'characters', 2100);
	const long = { state: 'x'.repeat(2000), record: {} };
	const keepChanged = recordKeeper(() => true);
	expect(keepChanged('a', long)).toEqual(long);
	expect(keepChanged('b', long)).toMatchObject({ error: { isPostponed: true } });
	const keepSame = recordKeeper(() => false);
	const hash: unknown = expect.stringMatching(/^[0-9a-f]{64}$/);
	expect(keepSame('a', long)).toEqual({ state: hash });
});
