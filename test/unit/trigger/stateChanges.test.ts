import type { IDataObject } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import { json } from '../core/fakes';
import type { Respond } from './fakePoll';
import {
	ENDPOINTS,
	failure,
	listed,
	PIPES,
	poll,
	SERVICE_ID,
	SERVICES,
	servicesWith,
	watching,
} from './fakePoll';

// test/property/trigger.test.ts says for every event what is emitted and reported.

const A = SERVICE_ID.replace(/2$/, 'a');
const B = SERVICE_ID.replace(/2$/, 'b');
const C = SERVICE_ID.replace(/2$/, 'c');
const OF_ALL = { event: PIPES.event };
const CHOSEN = { ...ENDPOINTS, reversePrivateEndpointIds: 'p, q, p' };
const LIMITED = json({}, 429, { 'retry-after': '40' });

describe('a trigger that watches chosen records', () => {
	const both = { p: 'Ready', q: 'Ready' };

	it.each([{ id: 'p' }, ['x']])('fails if the record has no state: %j', async (result) => {
		const error = await failure({
			parameters: CHOSEN,
			staticData: {},
			respond: () => json({ result }),
		});
		expect(error.message).toContain('"result.status"');
	});

	it('emits nothing twice and nothing outdated if polls overlap', async () => {
		const next = watching(CHOSEN);
		await next(both);
		let release: () => void = () => undefined;
		const released = new Promise<void>((resolve) => (release = resolve));
		const slow = next(async (path) => {
			await released;
			return await listed(both)(path);
		});
		const changes = [{ id: 'p', before: 'Ready', after: 'Failed' }];
		expect(await next({ p: 'Failed', q: 'Ready' })).toMatchObject({ changes });
		release();
		expect((await slow).changes).toEqual([]);
		expect((await next({ p: 'Failed', q: 'Ready' })).changes).toEqual([]);
	});

	it('reads five at a time', async () => {
		let [open, most] = [0, 0];
		const respond: Respond = async () => {
			open += 1;
			most = Math.max(most, open);
			await new Promise((resolve) => setImmediate(resolve));
			open -= 1;
			return json({ result: { id: 'p', state: 'idle' } });
		};
		const serviceIds = Array.from({ length: 50 }, (_, n) =>
			SERVICE_ID.replace(/..$/, String(n).padStart(2, '0')),
		);
		const { paths } = await watching({ ...SERVICES, serviceIds })(respond);
		expect(paths).toHaveLength(50);
		expect(most).toBe(5);
	});
});

describe('a trigger that watches other records than at the last poll', () => {
	const first = { ...PIPES, pipeIds: 'p' };
	const both = { ...PIPES, pipeIds: 'p, q' };

	it('takes an added one for one that was there before', async () => {
		const staticData = {};
		await watching(first, staticData)({ p: 'Running', q: 'Running' });
		const next = watching(both, staticData);
		expect((await next({ p: 'Running', q: 'Running' })).changes).toEqual([]);
		expect((await next({ p: 'Running', q: 'Failed' })).changes).toEqual([
			{ id: 'q', before: 'Running', after: 'Failed' },
		]);
	});
});

describe('records that stay chosen when another service is chosen', () => {
	const other = { serviceId: A, pipeIds: ['p', 'q'], reversePrivateEndpointIds: ['p', 'q'] };
	const absent = listed({ r: 'Running' });

	it.each([
		{ label: 'Pipe Names or IDs', event: PIPES },
		{ label: 'Endpoint Names or IDs', event: ENDPOINTS },
	])('are named in $label when the workflow is published or tested', async ({ label, event }) => {
		const staticData: IDataObject = {};
		await watching(
			{ ...event, ...other, serviceId: SERVICE_ID },
			staticData,
		)({
			p: 'Running',
			q: 'Running',
		});
		const parameters = { ...event, ...other };
		for (const mode of ['trigger', 'manual'] as const) {
			const error = await failure({ parameters, staticData, mode, respond: absent });
			expect(error.message).toBe(`${label}: 2 IDs can't be read: p, q`);
			expect(error.description).toMatch(/^Correct or remove these IDs/);
		}
	});
});

describe('a trigger that watches the records of all services', () => {
	it('emits changes in the order of the services, and then starts with those held back', async () => {
		const next = watching(OF_ALL);
		await next(servicesWith({ [A]: { p: 'Running' }, [B]: { q: 'Running' } }));
		const limited = { [B]: { q: 'Failed' }, [C]: LIMITED, [A]: { p: 'Failed' } };
		expect((await next(servicesWith(limited))).changes).toEqual([
			{ id: 'q', before: 'Running', after: 'Failed', service: B },
			{ id: 'p', before: 'Running', after: 'Failed', service: A },
		]);
		const { paths } = await next(servicesWith({ ...limited, [C]: {} }));
		expect(paths).toEqual(['/services', ...[C, A, B].map((id) => `/services/${id}/pipes`)]);
	});

	it('reports a service that keeps failing by its name and ID', async () => {
		const next = watching(OF_ALL);
		const respond = servicesWith({ [A]: json({}, 403), [B]: { q: 'Running' } });
		expect((await next(respond)).reports).toEqual([]);
		expect((await next(respond)).reports).toEqual([
			`All services: 1 service couldn't be read in two consecutive polls: a (${A})`,
		]);
	});

	it('watches the others if the ID of a service makes no path', async () => {
		const next = watching(OF_ALL);
		const inState = (state: string) => servicesWith({ 'no UUID': {}, [B]: { q: state } });
		await next(inState('Running'));
		expect(await next(inState('Failed'))).toMatchObject({
			changes: [{ id: 'q', service: B }],
			reports: [expect.stringMatching(/: D \(no UUID\)$/)],
		});
		await expect(next(servicesWith({ 'no UUID': {} }))).rejects.toThrow(/^Its ID isn't valid/);
	});
});

describe('a test by hand', () => {
	const sampleOf = async (parameters: IDataObject, respond: Respond) =>
		(await poll({ mode: 'manual', parameters, respond })).items;

	it('shows a record in one of the wanted states', async () => {
		const found = listed({ p: 'Running', q: 'Failed' });
		const [item] = (await sampleOf({ ...PIPES, states: ['failed'] }, found)) ?? [];
		expect(item).toMatchObject({ previousState: 'Failed', state: 'Failed', pipe: { id: 'q' } });
		expect(item).not.toHaveProperty('note');
	});

	it('shows the first record, with a note, if none is in a wanted state', async () => {
		const found = listed({ p: 'Running', q: 'Stopped' });
		const note: unknown = expect.stringMatching(/^Sample: the present state/);
		expect(await sampleOf({ ...PIPES, states: ['Failed'] }, found)).toMatchObject([
			{ state: 'Running', pipe: { id: 'p' }, note },
		]);
	});

	it('refuses a state that is nearly a known one, unless unlisted ones are allowed', async () => {
		const parameters = { ...PIPES, states: 'Faild' };
		const found = listed({ p: 'Running' });
		await expect(sampleOf(parameters, found)).rejects.toThrow(/Did you mean Failed\?/);
		const allowed = { ...parameters, options: { allowUnlisted: true } };
		expect(await sampleOf(allowed, found)).toMatchObject([{ state: 'Running' }]);
	});

	it('shows the first chosen record that can be read, whichever answers first', async () => {
		const found = listed({ p: 'Ready', q: 'Ready' });
		const slowly: Respond = async (path) => {
			await new Promise((resolve) => setTimeout(resolve, path.endsWith('p') ? 20 : 0));
			return await found(path);
		};
		const id = { reversePrivateEndpoint: { id: 'p' } };
		expect(await sampleOf(CHOSEN, slowly)).toMatchObject([id]);
		expect(await sampleOf(CHOSEN, listed({ q: 'Ready' }))).toMatchObject([
			{ reversePrivateEndpoint: { id: 'q' } },
		]);
	});

	it('shows the first record of the services that can be read', async () => {
		const found = servicesWith({ [A]: json({}, 500), [B]: {}, [C]: { p: 'Running' } });
		expect(await sampleOf(OF_ALL, found)).toEqual([
			{
				previousState: 'Running',
				state: 'Running',
				pipe: { id: 'p', state: 'Running', status: 'Running' },
				service: { id: C, name: 'c' },
			},
		]);
	});

	it.each([
		{ name: 'no pipes', parameters: PIPES, respond: listed({}), message: /^The list is empty/ },
		{
			name: 'services without pipes',
			parameters: OF_ALL,
			respond: servicesWith({ [A]: {} }),
			message: /^The list is empty/,
		},
		{
			name: 'a service that refuses',
			parameters: OF_ALL,
			respond: servicesWith({ [A]: json({}, 403), [B]: {} }),
			message: /403/,
		},
	])('explains that there is nothing to show for $name', async ({ message, ...setup }) => {
		const error = await failure({ mode: 'manual', ...setup });
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error.message).toMatch(message);
	});
});
