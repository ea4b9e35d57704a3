import type { IHttpRequestOptions, ILoadOptionsFunctions, INodeParameters } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { listSearch } from '../../../nodes/CloudManagement/methods/listSearch';
import { matchingItems } from '../../../nodes/CloudManagement/methods/listSearch/listItems';
import { withListSource } from '../../../nodes/CloudManagement/methods/listSearch/listSource';
import {
	activityItems,
	servicesIn,
} from '../../../nodes/CloudManagement/methods/listSearch/recentActivities';
import { summaryOf } from '../../../nodes/CloudManagement/methods/listSearch/serviceSummary';
import type { RawResponse } from '../../../nodes/core/http/response';
import { json, SILENT } from '../core/fakes';
import { ORGANIZATION_ID, SERVICE_ID } from './context';

const OTHER_ID = '0c8f6e21-5d47-4b9a-a3e0-7f2b1d9c8e54';

const redact = (text: string): string => text.replaceAll('canary', '***');

let contexts = 0;

/** Plays n8n's part of a list, with a key that no other test has, and records the paths that are read. */
function panel(
	respond: (path: string) => RawResponse,
	parameters: INodeParameters = {},
	organizationId?: string,
) {
	contexts += 1;
	const keyId = `key-id-${String(contexts)}`;
	const paths: string[] = [];
	const context = {
		logger: SILENT,
		getNode: () => ({ name: 'Temp-Node', type: 'node', credentials: {} }),
		getTimezone: () => 'Europe/Berlin',
		getCurrentNodeParameter: (name: string) =>
			name === 'options.organizationId' ? organizationId : parameters[name],
		getCredentials: async () =>
			await Promise.resolve({
				...{ baseUrl: 'https://api.example.com', organizationId: ORGANIZATION_ID },
				...{ keyId, keySecret: 'canary-secret' },
			}),
		helpers: {
			async httpRequestWithAuthentication(_type: string, { url }: IHttpRequestOptions) {
				const path = new URL(url).pathname;
				paths.push(path.split('/').at(-1) ?? '');
				const { status, ...rest } = await Promise.resolve(respond(path));
				return { statusCode: status, ...rest };
			},
		},
	};
	return { context: context as unknown as ILoadOptionsFunctions, paths };
}

function activity(fields: object = {}) {
	return { id: 'a', type: 'start', createdAt: '2026-05-31T10:00:00Z', ...fields };
}

describe('servicesIn', () => {
	it('names each service once, in order, and nothing that is no ID of a service', () => {
		const ids = [SERVICE_ID, OTHER_ID, ` ${SERVICE_ID} `, '', 'orders', 7, null, undefined];
		expect(servicesIn(ids.map((serviceId) => activity({ serviceId })))).toEqual([
			SERVICE_ID,
			OTHER_ID,
		]);
	});
});

describe('activityItems', () => {
	it('shows type, actor and time in the zone, as far as there are any', () => {
		const shown = (fields: object) =>
			activityItems([activity(fields)], { timezone: 'Europe/Berlin', redact }).map(
				({ name }) => name,
			);
		expect(shown({ actorDetails: 'Ada', actorId: '1' })).toEqual([
			'start · Ada · 2026-05-31 12:00',
		]);
		expect(shown({ actorId: '1', createdAt: 'once' })).toEqual(['start · 1']);
		expect(shown({ type: 7, createdAt: '' })).toEqual(['a']);
		expect(shown({ actorDetails: ' ', actorId: '1', createdAt: '' })).toEqual(['start · 1']);
	});

	it('redacts the names, on one line and cut, and keeps the IDs', () => {
		const record = { id: 'canary', type: `a\n${'x'.repeat(196)}canary`, createdAt: '' };
		expect(activityItems([record, { id: 'canary' }], { timezone: 'UTC', redact })).toEqual([
			{ name: `a ${'x'.repeat(196)}**…`, value: 'canary' },
			{ name: '***', value: 'canary' },
		]);
	});

	it('leaves out what cannot be chosen', () => {
		const unlisted = ['', 7, 'x'.repeat(201)].map((id) => activity({ id }));
		expect(activityItems(unlisted, { timezone: 'UTC', redact })).toEqual([]);
	});
});

describe('summaryOf', () => {
	it.each([
		[{ name: 'Shop', state: 'idle', region: 'eu-west-1' }, 'Shop (idle, eu-west-1)'],
		[{ name: 'Shop', state: 'idle' }, 'Shop (idle)'],
		[{ name: 'Shop' }, 'Shop'],
		[{ name: 'x'.repeat(1000) }, `${'x'.repeat(200)}…`],
		[{ name: 'a\ncanary', state: 'canary' }, 'a *** (***)'],
		[{ state: 'idle' }, undefined],
		[{ name: { en: 'Shop' } }, undefined],
		[[], undefined],
		[undefined, undefined],
	])('names %j %j', (service, label) => {
		expect(summaryOf(service, { redact }).label).toBe(label);
	});

	it('contains the private endpoints that are strings', () => {
		const service = { availablePrivateEndpointIds: ['vpce-1', 7, '', null, 'vpce-2'] };
		const { availablePrivateEndpointIds } = summaryOf(service, { redact });
		expect(availablePrivateEndpointIds).toEqual(['vpce-1', 'vpce-2']);
	});
});

describe('matchingItems', () => {
	const items = [
		{ name: 'Shop (idle)', value: 'id-1' },
		{ name: 'Orders', value: 'id-22' },
	];

	it.each([
		[undefined, ['id-1', 'id-22']],
		['', ['id-1', 'id-22']],
		[' shop ', ['id-1']],
		['ID-2', ['id-22']],
		['.', []],
	])('for %j gives %j', (filter, values) => {
		expect(matchingItems(items, filter).results.map(({ value }) => value)).toEqual(values);
	});

	it('shows 200 at most', () => {
		const many = Array.from({ length: 300 }, (_, index) => ({ name: 'n', value: String(index) }));
		expect(matchingItems(many, '').results).toHaveLength(200);
		expect(matchingItems(many, '299').results).toHaveLength(1);
	});
});

describe('searchServices', () => {
	const result = [activity({ serviceId: SERVICE_ID }), activity({ serviceId: OTHER_ID })];
	const respond = (path: string) => {
		if (path.endsWith('/activities')) return json({ result: [...result, 'odd'] });
		if (path.endsWith(OTHER_ID)) return json({ error: 'gone' }, 404);
		return json({ result: { name: 'Shop', state: 'idle' } });
	};
	const named = { name: 'Shop (idle)', value: SERVICE_ID };
	const unnamed = { name: OTHER_ID, value: OTHER_ID };

	it('reads names once in five minutes, also of what is gone', async () => {
		const { context, paths } = panel(respond);
		const start = Date.now();
		const now = jest.spyOn(Date, 'now').mockReturnValue(start);
		await listSearch.searchServices.call(context);
		await listSearch.searchServices.call(context, ' ');
		expect(paths).toEqual(['activities', SERVICE_ID, OTHER_ID, 'activities']);
		now.mockReturnValue(start + 299_000);
		const { results } = await listSearch.searchServices.call(context, 'shop');
		expect(results).toEqual([named]);
		expect(paths).toHaveLength(4);
		now.mockReturnValue(start + 301_000);
		expect((await listSearch.searchServices.call(context)).results).toEqual([named, unnamed]);
		now.mockRestore();
		expect(paths).toHaveLength(7);
	});

	it('shows no secret that the API echoes', async () => {
		const { context } = panel((path) =>
			path.endsWith('/activities') ? respond(path) : json({ result: { name: 'canary-secret' } }),
		);
		const { results } = await listSearch.searchServices.call(context);
		expect(results.map(({ name }) => name)).toEqual(['***', '***']);
	});

	it('reads the list, and no names, for a filter where it has not been opened', async () => {
		const { context, paths } = panel(respond);
		const { results } = await listSearch.searchServices.call(context, SERVICE_ID.slice(0, 8));
		expect(results).toEqual([{ name: SERVICE_ID, value: SERVICE_ID }]);
		expect(paths).toEqual(['activities']);
	});

	it('shows by its ID what cannot be read now, and reads it again at the next opening', async () => {
		let status = 500;
		const { context, paths } = panel((path) =>
			path.endsWith('/activities') ? respond(path) : json({ result: { name: 'Shop' } }, status),
		);
		const first = await listSearch.searchServices.call(context);
		expect(first.results.map(({ name }) => name)).toEqual([SERVICE_ID, OTHER_ID]);
		status = 200;
		const second = await listSearch.searchServices.call(context);
		expect(second.results.map(({ name }) => name)).toEqual(['Shop', 'Shop']);
		expect(paths).toHaveLength(6);
	});

	it('is empty where the response contains no list', async () => {
		const { context } = panel(() => json({ result: {} }));
		expect(await listSearch.searchServices.call(context)).toEqual({ results: [] });
	});

	it.each([
		[401, /^The API refused the request with status 401: Bad key/, /Check the key ID.*By ID/],
		[429, /^The API limits the rate of requests\.$/, /^Open the list again in a minute\./],
	])('says why it cannot be read: %d', async (status, message, description) => {
		const headers = { 'retry-after': '60' };
		const { context } = panel(() => json({ error: 'Bad key' }, status, headers));
		const error: unknown = await listSearch.searchServices
			.call(context)
			.catch((thrown: unknown) => thrown);
		if (!(error instanceof NodeApiError)) throw error;
		expect(error.message).toMatch(message);
		expect(error.description).toMatch(description);
		expect(error.httpCode).toBe(String(status));
	});

	it('says when there was no time', async () => {
		const now = jest.spyOn(Date, 'now');
		const { context } = panel(() => {
			now.mockReturnValue(Date.now() + 20_000);
			return json({}, 503);
		});
		await expect(listSearch.searchServices.call(context)).rejects.toThrow(
			'The API did not respond within 15 seconds.',
		);
		now.mockRestore();
	});

	it('reads nothing while an expression in the options has no value', async () => {
		const { context, paths } = panel(respond, { options: null });
		await expect(listSearch.searchServices.call(context)).rejects.toThrow(
			'The options contain an expression that has no value here',
		);
		expect(paths).toEqual([]);
	});

	it('takes the organization of the options', async () => {
		const seen: string[] = [];
		const { context } = panel(
			(path) => {
				seen.push(path);
				return json({ result: [] });
			},
			{},
			OTHER_ID,
		);
		await listSearch.searchServices.call(context);
		expect(seen).toEqual([`/v1/organizations/${OTHER_ID}/activities`]);
	});
});

describe('searchActivities', () => {
	it('keeps the newest thousand for its filter', async () => {
		const many = Array.from({ length: 1200 }, (_, index) =>
			activity({
				id: `id-${String(index)}`,
				createdAt: new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString(),
			}),
		);
		const { context, paths } = panel(() => json({ result: many }));
		const { results } = await listSearch.searchActivities.call(context);
		expect(results).toHaveLength(200);
		expect(results[0]).toMatchObject({ value: 'id-1199' });
		const found = async (filter: string) =>
			(await listSearch.searchActivities.call(context, filter)).results.length;
		expect(await found('id-200')).toBe(1);
		expect(await found('id-199')).toBe(0);
		expect(paths).toEqual(['activities']);
	});
});

describe('searchPrivateEndpoints', () => {
	const service = { name: 'Shop', availablePrivateEndpointIds: ['vpce-1', 'vpce-2'] };
	const serviceId = { __rl: true, mode: 'id', value: ` ${SERVICE_ID} ` };

	it('reads the service at each opening, and nothing for a filter', async () => {
		const { context, paths } = panel(() => json({ result: service }), { serviceId });
		const values = async (filter?: string) =>
			(await listSearch.searchPrivateEndpoints.call(context, filter)).results.map(
				({ value }) => value,
			);
		expect(await values('2')).toEqual(['vpce-2']);
		expect(await values('1')).toEqual(['vpce-1']);
		expect(paths).toEqual([SERVICE_ID]);
		expect(await values()).toEqual(['vpce-1', 'vpce-2']);
		expect(paths).toEqual([SERVICE_ID, SERVICE_ID]);
	});

	it('redacts the names, and keeps the IDs', async () => {
		const odd = { availablePrivateEndpointIds: ['vpce-canary-secret'] };
		const { context } = panel(() => json({ result: odd }), { serviceId });
		expect(await listSearch.searchPrivateEndpoints.call(context)).toEqual({
			results: [{ name: 'vpce-***', value: 'vpce-canary-secret' }],
		});
	});

	it.each([undefined, '', { __rl: true, mode: 'list', value: '' }, null])(
		'asks for the service where it is %j',
		async (chosen) => {
			const parameters: INodeParameters = chosen === undefined ? {} : { serviceId: chosen };
			const { context, paths } = panel(() => json({ result: service }), parameters);
			await expect(listSearch.searchPrivateEndpoints.call(context)).rejects.toThrow(
				/^Service ID has no value here\. Choose the service first/,
			);
			expect(paths).toEqual([]);
		},
	);
});

describe('A list that a defect of the node breaks', () => {
	it('says so, and shows no secret', async () => {
		const { context } = panel(() => json({ result: [] }));
		const logged = jest.spyOn(context.logger, 'error');
		const broken = async () => await Promise.reject(new TypeError('boom canary-secret'));
		await expect(withListSource(context, broken)).rejects.toThrow(
			'The node could not finish the list (TypeError).',
		);
		expect(logged).toHaveBeenCalledWith(
			expect.stringContaining('the list failed unexpectedly. TypeError: boom ***'),
		);
		const refused = new NodeOperationError(context.getNode(), 'Not this way');
		await expect(withListSource(context, async () => await Promise.reject(refused))).rejects.toBe(
			refused,
		);
		logged.mockRestore();
	});
});
