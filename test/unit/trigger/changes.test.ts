import type { IDataObject } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import type { RawResponse } from '../../../nodes/core/http/response';
import { json, text } from '../core/fakes';
import { poll } from './fakePoll';

const ID = '5b7e2c18-90af-4d36-8e12-c4a9d0f3b672';
const SERVICE = { event: 'serviceStateChanged', serviceIds: ID };
const ENDPOINT = {
	...{ event: 'reversePrivateEndpointStatusChanged', serviceId: ID },
	reversePrivateEndpointIds: 'rpe-1',
};
const PATH = '/v1/organizations/{organizationId}/services/s/pipes/p';
const VALUE = { event: 'valueChanged', paths: PATH, valuePath: 'result.state' };

function inState(state: string): RawResponse {
	return json({ result: { id: ID, state, status: state } });
}

/** Polls once with each response. Returns the changes that are emitted, and null for each poll that fails. */
async function changes(parameters: IDataObject, responses: RawResponse[]): Promise<unknown[]> {
	const staticData: IDataObject = {};
	const polls = [];
	for (const response of responses) {
		const { items = [] } = await poll({
			...{ parameters, staticData, respond: () => response },
		}).catch(() => ({ items: [null] }));
		polls.push(...items);
	}
	return polls.map((item) => item && (item['state'] ?? item['status'] ?? item['value']));
}

describe('a 404', () => {
	const pages: Array<[string, RawResponse]> = [
		['a page', text('<html><h1>404 Not Found</h1></html>', 404)],
		['plain text', text('404 page not found', 404, 'text/plain')],
		['nothing', text('', 404, '')],
		['a list', json([], 404)],
	];

	it.each(pages)('with %s comes from a gateway: nothing is gone', async (_, page) => {
		for (const parameters of [SERVICE, ENDPOINT, VALUE]) {
			const responses = [inState('running'), page, page, inState('running'), inState('idle')];
			expect(await changes(parameters, responses)).toEqual([null, null, 'idle']);
		}
	});

	it.each(pages)('with %s says where it may come from', async (_, page) => {
		const error: unknown = await poll({
			...{ parameters: SERVICE, staticData: {}, respond: () => page },
		}).catch((thrown: unknown) => thrown);
		expect(error).toMatchObject({
			message: `Service IDs: 1 ID cannot be read: ${ID}`,
			description: expect.stringContaining(
				"It isn't JSON, so a gateway may have sent it.",
			) as unknown,
		});
	});

	it('with JSON is of the API: the resource is gone', async () => {
		for (const parameters of [SERVICE, ENDPOINT, VALUE]) {
			const gone = json({ error: 'NOT_FOUND' }, 404);
			const responses = [inState('running'), gone, gone, inState('running')];
			expect(await changes(parameters, responses)).toEqual(['gone', 'running']);
		}
	});
});

describe('a state that is spelled another way', () => {
	const spellings = ['running', 'Running ', ' RUNNING', 'idle', 'Idle', 'running'].map(inState);

	it.each([SERVICE, ENDPOINT])('is the same state: $event', async (parameters) => {
		expect(await changes(parameters, spellings)).toEqual(['idle', 'running']);
	});

	it('is another value', async () => {
		const values = ['Running ', ' RUNNING', 'idle', 'Idle', 'running'];
		expect(await changes(VALUE, spellings)).toEqual(values);
	});

	it('is the state that is gone', async () => {
		const responses = [inState('Gone'), json({}, 404), inState('gone')];
		expect(await changes(SERVICE, responses)).toEqual([]);
	});
});

describe('Value Changed without a value path', () => {
	const whole = { ...VALUE, valuePath: '' };
	const responding = (...bodies: IDataObject[]): RawResponse[] =>
		bodies.map((body, n) => json({ ...body, requestId: `request-${String(n)}` }));

	it.each([[{ result: null }], [{}], [{ status: 200 }], [{ result: {} }], [{ result: [] }]])(
		'emits nothing while the payload stays: %j',
		async (body) => {
			expect(await changes(whole, responding(body, body, body))).toEqual([]);
		},
	);

	it('emits each change from and to nothing', async () => {
		const nothing = { result: null };
		const bodies = responding(nothing, { result: { a: 1 } }, nothing, nothing, {}, {});
		expect(await changes(whole, bodies)).toHaveLength(3);
	});

	it('emits a change beside the payload only where there is none', async () => {
		const bodies = responding({ state: 'a' }, { state: 'b' }, { state: 'b' });
		expect(await changes(whole, bodies)).toHaveLength(1);
		const beside = responding({ result: 1, state: 'a' }, { result: 1, state: 'b' });
		expect(await changes(whole, beside)).toEqual([]);
	});
});

describe('a test by hand of Value Changed', () => {
	const OTHER = '/v1/other';
	const bodies: Record<string, IDataObject> = {
		p: { result: { id: ID, state: 'a' } },
		other: { result: { id: ID, status: { phase: 'b' } } },
	};
	const byHand = async (valuePath: string, paths: string) =>
		await poll({
			...{ mode: 'manual', parameters: { ...VALUE, valuePath, paths } },
			respond: (path) => json(bodies[path.split('/').at(-1) ?? '']),
		});

	it('fails where a parent of the value is missing, and says what to correct', async () => {
		const error: unknown = await byHand('reslt.state', PATH).catch((thrown: unknown) => thrown);
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error).toMatchObject({
			message: 'The response has no "reslt". The response contains result.',
			description: 'Correct Value Path.',
		});
	});

	it('names the paths for which a parent is missing, although others have it', async () => {
		const paths = `${OTHER}, ${PATH}`;
		const error: unknown = await byHand('result.status.phase', paths).catch(
			(thrown: unknown) => thrown,
		);
		expect(error).toMatchObject({
			message: `Value Path leads to nothing in the response of 1 path: ${PATH}`,
			description: `Correct Value Path. It counts for all paths.\n• ${PATH}: The response has no "result.status". "result" contains id, state.`,
		});
	});

	it('shows an empty value where only the last field is missing, and says so', async () => {
		const { items } = await byHand('result.stat', `${PATH}, ${OTHER}`);
		expect(items).toEqual([
			{
				...{ path: PATH, previousValue: '', value: '', record: bodies['p']?.['result'] },
				note: 'The field at Value Path is missing or empty: correct the path, or wait for its first value.',
			},
		]);
	});

	it('says nothing beside a value', async () => {
		const { items } = await byHand('result.state', `${PATH}, ${OTHER}`);
		const record = bodies['p']?.['result'];
		expect(items).toEqual([{ path: PATH, previousValue: 'a', value: 'a', record }]);
	});

	it('makes nothing fail when it is published, where others can be read', async () => {
		const respond = (path: string) => json(bodies[path.split('/').at(-1) ?? '']);
		const parameters = { ...VALUE, valuePath: 'result.status.phase', paths: `${PATH}, ${OTHER}` };
		const { items, reported } = await poll({ parameters, staticData: {}, respond });
		expect([items, reported]).toEqual([undefined, []]);
	});
});
