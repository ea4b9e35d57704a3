import type { IDataObject } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import { json } from '../core/fakes';
import { hashOf } from '../../../nodes/engine/crypto';
import { CREDENTIAL, failure, poll } from './fakePoll';

const PATH = '/v1/organizations/{organizationId}/services/s/pipes/p';
const STATE = { event: 'valueChanged', paths: PATH, valuePath: 'result.state' };
const HASH: unknown = expect.stringMatching(/^[0-9a-f]{64}$/);

/** Returns the last poll's items. */
async function emitted(
	parameters: IDataObject,
	bodies: IDataObject[],
	staticData: IDataObject = {},
) {
	let items: IDataObject[] | undefined;
	for (const body of bodies) {
		({ items } = await poll({ parameters, staticData, respond: () => json(body) }));
	}
	return items;
}

describe('Value Changed (value)', () => {
	const summaries = async (...values: string[]) => {
		const bodies = values.map((state) => ({ result: { state } }));
		return (await emitted(STATE, bodies))?.map(({ summary }) => summary);
	};

	it('accepts a value equal to the mark of a missing response', async () => {
		const staticData: IDataObject = {};
		expect(await summaries('a', 'gone')).toEqual([`"result.state" of "${PATH}" is gone, was a`]);
		await emitted(STATE, [{ result: { state: 'gone' } }], staticData);
		const missing = {
			parameters: STATE,
			staticData,
			respond: () => json({ error: 'NOT_FOUND' }, 404),
		};
		expect((await poll(missing)).items).toMatchObject([
			{ summary: `"${PATH}" no longer exists`, value: 'gone', previousValue: 'gone' },
		]);
		expect(await emitted(STATE, [{ result: { state: 'gone' } }], staticData)).toHaveLength(1);
	});

	it('reads a path once, but treats another case as another path', async () => {
		const paths = [PATH, PATH, PATH.replace(/p$/, 'P')];
		const parameters = { ...STATE, paths };
		const bodies = ['a', 'b'].map((state) => ({ result: { state } }));
		expect(await emitted(parameters, bodies)).toMatchObject([
			{ path: paths[1] },
			{ path: paths[2] },
		]);
	});

	it.each(['x', '漢', '\u0001', '😀'])(
		'shows the start of 200 times %j after a change',
		async (text) => {
			const long = text.repeat(200);
			const start: unknown = expect.stringMatching(new RegExp(`^(?:${text}){5,70}.?…$`, 'u'));
			expect(
				await emitted(STATE, [{ result: { state: long } }, { result: { state: 'b' } }]),
			).toMatchObject([
				{
					value: 'b',
					previousValue: start,
				},
			]);
			expect(
				await emitted(STATE, [
					{ result: { state: `${long}a` } },
					{ result: { state: `${long}b` } },
				]),
			).toHaveLength(1);
		},
	);
});

describe('Value Changed (secret)', () => {
	it.each<{ valuePath: string; before: IDataObject; after: IDataObject }>([
		{
			valuePath: 'result.password',
			before: { password: 'hush' },
			after: { password: 'quiet' },
		},
		{
			valuePath: 'result.pin.token',
			before: { pin: { token: 1234 } },
			after: { pin: { token: 4321 } },
		},
		{
			valuePath: 'result.url',
			before: { url: 'https://a:hush@b.example' },
			after: { url: 'https://a:quiet@b.example' },
		},
		...['headers', 'queryParams'].map((map) => ({
			valuePath: `result.${map}.X-Routing`,
			before: { [map]: { 'X-Routing': 'hush' } },
			after: { [map]: { 'X-Routing': 'quiet' } },
		})),
		{
			valuePath: 'result.0.value',
			before: { 0: { name: 'secret', value: 'hush' } },
			after: { 0: { name: 'secret', value: 'quiet' } },
		},
	])('stores only a hash of the secret at $valuePath', async ({ valuePath, before, after }) => {
		const parameters = { ...STATE, valuePath };
		const staticData: IDataObject = {};
		const items = await emitted(parameters, [{ result: before }, { result: after }], staticData);
		expect(items).toMatchObject([{ path: PATH, previousValue: HASH, value: HASH, record: after }]);
		expect(JSON.stringify(staticData)).not.toMatch(/hush|quiet|1234|4321/);
		expect(await emitted(parameters, [{ result: after }], staticData)).toBeUndefined();
	});

	it.each([
		{ what: 'a secret', valuePath: 'result.pin.token' },
		{ what: 'a payload', valuePath: '' },
	])("keys the hash of $what with the credential's secret", async ({ valuePath }) => {
		const parameters = { ...STATE, valuePath };
		const result = { pin: { token: 1234 } };
		const respond = () => json({ result });
		const hashWith = async (keySecret: string) => {
			const credential = { ...CREDENTIAL, keySecret };
			const { items } = await poll({ parameters, mode: 'manual', respond, credential });
			return items?.[0]?.['value'];
		};
		const hash = await hashWith('canary-secret');
		expect(hash).toEqual(HASH);
		expect(hash).toBe(await hashWith('canary-secret'));
		const unkeyed = ['1234', 1234, result].map((value) => hashOf(value));
		expect([await hashWith('other-secret'), ...unkeyed]).not.toContain(hash);
	});

	it.each<{ valuePath: string; record: IDataObject; value: string }>([
		{ valuePath: 'result.state', record: { state: 'x', password: 'hush' }, value: 'x' },
		{ valuePath: 'result.hasPassword', record: { hasPassword: true }, value: 'true' },
		{
			valuePath: 'result.headers.0.name',
			record: { headers: [{ name: 'X', value: 'hush' }] },
			value: 'X',
		},
		{ valuePath: 'result.password', record: { password: '' }, value: '' },
	])(
		'outputs the value at $valuePath of $record unhashed',
		async ({ valuePath, record, value }) => {
			const parameters = { ...STATE, valuePath };
			const respond = () => json({ result: record });
			const { items } = await poll({ parameters, mode: 'manual', respond });
			expect(items).toMatchObject([{ value, record }]);
		},
	);
});

// test/property/trigger.test.ts compares payloads.
describe('Value Changed (no value path)', () => {
	const WHOLE = { ...STATE, valuePath: ' ' };

	it("doesn't store or emit a hash that tests guesses at the payload", async () => {
		const staticData: IDataObject = {};
		const bodies = ['hush', 'quiet'].map((password) => ({ result: { password } }));
		const items = await emitted(WHOLE, bodies, staticData);
		expect(items).toMatchObject([{ value: HASH, previousValue: HASH }]);
		for (const { result } of bodies)
			expect(JSON.stringify([staticData, items])).not.toContain(hashOf(result));
	});

	it.each<{ before: IDataObject; after: IDataObject }>([
		{ before: { result: [{ a: 1, b: 2 }] }, after: { result: [{ b: 2, a: 1 }] } },
		{ before: { result: null, state: 'a' }, after: { result: null, state: 'b' } },
	])("doesn't emit a change from $before to $after", async ({ before, after }) => {
		expect(await emitted(WHOLE, [before, after])).toBeUndefined();
	});

	it.each<{ before: IDataObject; after: IDataObject; record: IDataObject }>([
		{ before: { result: null }, after: {}, record: {} },
		{ before: { state: 'a' }, after: { state: 'b' }, record: { state: 'b' } },
	])('emits a hash for a change from $before to $after', async ({ before, after, record }) => {
		const items = await emitted(WHOLE, [before, after]);
		expect(items).toMatchObject([
			{ summary: `The response of "${PATH}" has changed`, value: HASH, record },
		]);
	});
});

describe('Value Changed (missing value)', () => {
	const OTHER = '/v1/q';
	const bodies: Record<string, IDataObject> = {
		p: { result: { id: '1', state: 'a' }, 'canary-secret': 1 },
		q: { result: { id: '1', status: { phase: 'b' } } },
	};
	const respond = (path: string) => json(bodies[path.split('/').at(-1) ?? '']);
	const setupOf = (mode: 'manual' | 'trigger', valuePath: string, paths: string) => ({
		mode,
		parameters: { ...STATE, valuePath, paths },
		respond,
		...(mode === 'trigger' && { staticData: {} }),
	});

	it.each([
		{ valuePath: 'rslt.state', message: /^The response has no "rslt"\. .* result, \*\*\*\.$/ },
		{ valuePath: 'result', message: /^"result" contains id, state\.$/ },
	])("fails at $valuePath without showing secrets' names", async ({ valuePath, message }) => {
		const error = await failure(setupOf('trigger', valuePath, PATH));
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error.message).toMatch(message);
		expect(JSON.stringify(error)).not.toContain('canary');
	});

	it('explains in a test that only the last field is missing', async () => {
		const shown = async (valuePath: string) =>
			(await poll(setupOf('manual', valuePath, `${PATH}, ${OTHER}`))).items;
		const warnings = [expect.stringMatching(/^The field at Value Path is missing or empty\./)];
		expect(await shown('result.stat')).toMatchObject([{ path: PATH, value: '', warnings }]);
		expect(await shown('result.state')).toMatchObject([
			{ summary: `Sample: "result.state" of "${PATH}" is a, was empty`, value: 'a' },
		]);
	});

	it('warns in a test about each path that leads to nothing', async () => {
		const setup = setupOf('manual', 'result.status.phase', `${PATH}, ${OTHER}`);
		const warnings = [expect.anything(), expect.stringMatching(/^The response has no /)];
		expect((await poll(setup)).items).toMatchObject([{ path: OTHER, value: 'b', warnings }]);
	});

	it('polls without an error if the path leads to a value in another response', async () => {
		const setup = setupOf('trigger', 'result.status.phase', `${PATH}, ${OTHER}`);
		expect(await poll(setup)).toMatchObject({ items: undefined, reported: [] });
	});
});
