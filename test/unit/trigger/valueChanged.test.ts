import type { GenericValue, IDataObject } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import { json } from '../core/fakes';
import { failure, poll, told } from './fakePoll';

const PATH = '/v1/organizations/{organizationId}/services/s/pipes/p';
const OTHER = '/v1/q';
const STATE = { event: 'valueChanged', paths: PATH, valuePath: 'result.state' };
const WHOLE = { ...STATE, valuePath: ' ' };

/** Polls with each body, with a request ID that always differs. Returns the last poll's items. */
async function emitted(parameters: IDataObject, ...bodies: IDataObject[]) {
	const staticData: IDataObject = {};
	let items: IDataObject[] | undefined;
	for (const [n, body] of bodies.entries()) {
		const respond = () => json({ ...body, requestId: `request-${String(n)}` });
		({ items } = await poll({ parameters, staticData, respond }));
	}
	return items;
}

const result = (value: GenericValue | IDataObject[]) => ({ result: value });

it('emits the path, the values as text and the record', async () => {
	const record = { state: true, secretKey: 'shown' };
	expect(await emitted(STATE, result({ state: 1 }), result(record))).toEqual([
		{ path: PATH, previousValue: '1', value: 'true', record },
	]);
	expect(await emitted(STATE, result(record), result({}))).toEqual([
		{ path: PATH, previousValue: 'true', value: '', record: {} },
	]);
	const setup = { parameters: STATE, staticData: {} };
	await poll({ ...setup, respond: () => json(result(record)) });
	const { items, paths } = await poll({ ...setup, respond: () => json({}, 404) });
	expect(paths).toEqual(['/services/s/pipes/p']);
	expect(items).toEqual([{ path: PATH, previousValue: 'true', value: 'gone', record: {} }]);
});

it('emits a value that only looks like gone', async () => {
	const bodies = ['here', 'goner'].map((state) => result({ state }));
	expect(await emitted({ ...STATE, states: 'goner' }, ...bodies)).toMatchObject([
		{ value: 'goner' },
	]);
	expect(await emitted({ ...STATE, states: 'gone' }, ...bodies)).toBeUndefined();
});

describe('a secret', () => {
	const hash: unknown = expect.stringMatching(/^[0-9a-f]{64}$/);

	it.each<[string, IDataObject, IDataObject]>([
		['result.password', { password: 'hush' }, { password: 'quiet' }],
		['result.pin.token', { pin: { token: 1234 } }, { pin: { token: 4321 } }],
		['result.url', { url: 'https://a:hush@b.example' }, { url: 'https://a:quiet@b.example' }],
		[
			'result.0.value',
			{ 0: { name: 'secret', value: 'hush' } },
			{ 0: { name: 'secret', value: 'quiet' } },
		],
	])('is output, and only its hash is kept: %s', async (valuePath, before, after) => {
		const setup = { parameters: { ...STATE, valuePath }, staticData: {} };
		await poll({ ...setup, respond: () => json({ result: before }) });
		const { items } = await poll({ ...setup, respond: () => json({ result: after }) });
		expect(items).toEqual([{ path: PATH, previousValue: hash, value: hash, record: after }]);
		expect(JSON.stringify(setup.staticData)).not.toMatch(/hush|quiet|1234|4321/);
		const same = await poll({ ...setup, respond: () => json({ result: after }) });
		expect(same.items).toBeUndefined();
	});

	it.each<[string, IDataObject, string]>([
		['result.state', { state: 'x', password: 'hush' }, 'x'],
		['result.hasPassword', { hasPassword: true }, 'true'],
		['result.password', { password: '' }, ''],
		['result.password', { password: null }, ''],
	])('is no other value: %s in %j', async (valuePath, record, value) => {
		const setup = { parameters: { ...STATE, valuePath }, mode: 'manual' as const };
		const { items } = await poll({ ...setup, respond: () => json({ result: record }) });
		expect(items).toMatchObject([{ value, record }]);
	});
});

it('starts again if the value path changes', async () => {
	const staticData: IDataObject = {};
	const found = [() => json(result({ state: 'a', phase: 'b' }))];
	await told(STATE, found, staticData);
	const other = { ...STATE, valuePath: 'result.phase' };
	expect(await told(other, found, staticData)).toEqual(['']);
});

describe('without a value path', () => {
	it.each<[IDataObject, IDataObject, unknown]>([
		[result(null), result(null), undefined],
		[{}, {}, undefined],
		[{ status: 200 }, { status: 200 }, undefined],
		[result([{ a: 1, b: 2 }]), result([{ b: 2, a: 1 }]), undefined],
		[{ ...result(1), state: 'a' }, { ...result(1), state: 'b' }, undefined],
		[{ ...result(null), state: 'a' }, { ...result(null), state: 'b' }, undefined],
		[result([{ a: 1 }]), result([{ a: 2 }]), { result: [{ a: 2 }] }],
		[result(null), result({ a: 1 }), { a: 1 }],
		[result({ a: 1 }), result(null), { result: null }],
		[result(null), {}, {}],
		[{ state: 'a' }, { state: 'b' }, { state: 'b' }],
	])('compares from %j to %j the payload or the whole response', async (before, after, record) => {
		const items = await emitted(WHOLE, before, after);
		const hash: unknown = expect.stringMatching(/^[0-9a-f]{64}$/);
		const change = { previousValue: hash, value: hash, record };
		if (record === undefined) expect(items).toBeUndefined();
		else expect(items).toMatchObject([change]);
	});
});

describe('if the value path leads to nothing', () => {
	const bodies: Record<string, IDataObject> = {
		p: { result: { id: '1', state: 'a' }, 'canary-secret': 1 },
		q: { result: { id: '1', status: { phase: 'b' } } },
	};
	const respond = (path: string) => json(bodies[path.split('/').at(-1) ?? '']);
	const setupOf = (mode: 'manual' | 'trigger', valuePath: string, paths: string) => ({
		...{ mode, parameters: { ...STATE, valuePath, paths }, respond },
		...(mode === 'trigger' ? { staticData: {} } : {}),
	});

	it.each<['manual' | 'trigger', string, string, RegExp]>([
		['trigger', 'rslt.state', PATH, /^The response has no "rslt"\. .* result, \*\*\*\.$/],
		['trigger', 'result', PATH, /^"result" contains id, state\.$/],
		['manual', 'rslt.state', PATH, /^The response has no "rslt"\./],
		['manual', 'result.status.phase', `${OTHER}, ${PATH}`, /^Value Path .* 1 path: .*\/p$/],
	])(
		'a %s poll fails at %s, without the names of secrets',
		async (mode, valuePath, paths, message) => {
			const error = await failure(setupOf(mode, valuePath, paths));
			expect(error).toBeInstanceOf(NodeApiError);
			expect(error.message).toMatch(message);
			expect(JSON.stringify(error)).not.toContain('canary');
		},
	);

	it('a test by hand shows an empty value if only the last field is missing, and explains it', async () => {
		const record = bodies['p']?.['result'];
		const shown = async (valuePath: string) =>
			(await poll(setupOf('manual', valuePath, `${PATH}, ${OTHER}`))).items;
		const note: unknown = expect.stringMatching(/^The field at Value Path is missing or empty:/);
		expect(await shown('result.stat')).toEqual([
			{ path: PATH, previousValue: '', value: '', record, note },
		]);
		expect(await shown('result.state')).toEqual([
			{ path: PATH, previousValue: 'a', value: 'a', record },
		]);
	});

	it('nothing fails when it is published, if it leads somewhere in another path', async () => {
		const setup = setupOf('trigger', 'result.status.phase', `${PATH}, ${OTHER}`);
		expect(await poll(setup)).toMatchObject({ items: undefined, reported: [] });
	});
});
