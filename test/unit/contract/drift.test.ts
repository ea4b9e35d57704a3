import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';

import { skeletonText, type Vendor } from '../../../tools/contract/documents';
import { isJsonObject, type JsonObject, listAt, objectAt } from '../../../tools/contract/json';
import { driftOf, driftText } from '../../../tools/contract/vendor/drift';
import { skeletonOf } from '../../../tools/contract/vendor/skeleton';
import { permissionDifferences } from '../../../tools/contract/vendor/permissions';
import { serve } from '../../../tools/emulator/server';

const PROSE = { description: 'Prose', summary: 'Prose', 'x-order': 1, tags: ['Prose'] };

function parsed(text: string): JsonObject {
	const value: unknown = JSON.parse(text);
	return isJsonObject(value) ? value : {};
}

const skeleton = (vendor: Vendor) => parsed(skeletonText(vendor));

/** The stored document lists no permissions, so they come from the nodes. */
const permissions = new Map<string, string[]>();
for (const line of permissionDifferences(skeleton('vendorCloud'))) {
	const [id = '', , name = ''] = line.split(' ');
	permissions.set(id, [...(permissions.get(id) ?? []), name]);
}

/** The vendor's documents also contain prose and error bodies. */
function wholeDocument(vendor: Vendor): JsonObject {
	const { paths, schemas } = skeleton(vendor);
	const content = (schema: unknown) => ({
		content: { 'application/json': { schema, example: 'Prose' } },
	});
	const whole = (described: JsonObject) => {
		const { operationId, deprecated, parameters, body, bodyRequired, answer } = described;
		const names = permissions.get(String(operationId)) ?? [];
		const statuses = listAt(described, 'statuses').map((status): [string, unknown] => {
			const isSuccess = String(status).startsWith('2');
			if (!isSuccess) return [String(status), { ...PROSE, ...content({ type: 'object' }) }];
			return [String(status), { ...PROSE, ...(answer !== undefined && content(answer)) }];
		});
		return {
			...PROSE,
			description: names.map((name) => `Needs \`control-plane:${name}\`.`).join(' '),
			operationId,
			deprecated,
			parameters: parameters ?? [],
			...(body !== undefined && {
				requestBody: {
					...content(body),
					...(bodyRequired !== undefined && { required: bodyRequired }),
				},
			}),
			responses: Object.fromEntries(statuses),
		};
	};
	const entries = Object.entries(objectAt({ paths }, 'paths')).map(([path, methods]) => {
		const described = Object.keys(objectAt({ methods }, 'methods')).map(
			(method) => [method, whole(objectAt(methods, method))] as const,
		);
		return [path, Object.fromEntries(described)] as const;
	});
	return parsed(
		JSON.stringify({ info: PROSE, paths: Object.fromEntries(entries), components: { schemas } }),
	);
}

const ORGANIZATION = '/v1/organizations/{organizationId}';
const KEYS = `${ORGANIZATION}/keys`;
const KEY_BODY = ['components', 'schemas', 'ApiKeyPostRequest'];
const ANSWER = ['responses', '200', 'content', 'application/json', 'schema', 'properties'];

const LIST = 'GET /v1/organizations/{}/keys';
const CREATE = 'POST /v1/organizations/{}/keys';

interface Mutation {
	kind: string;
	vendor?: Vendor;
	/** Undefined deletes what is at the place. */
	place: string[];
	value: unknown;
	lines: string[];
}

const CLICKSTACK: Vendor = 'vendorClickStack';
const SCHEMAS = ['components', 'schemas'];
const SAVE = 'POST /api/v2/saved-searches';

const CLICKSTACK_MUTATIONS: Mutation[] = [
	{
		kind: 'an operation without a successor in ClickStack',
		place: ['paths', '/api/v2/search', 'post'],
		value: undefined,
		lines: ['POST /api/v2/search - operation', 'searchEvents + operation'],
	},
	{
		kind: 'a new operation in ClickStack',
		place: ['paths', '/api/v2/news', 'get'],
		value: { operationId: 'listNews', responses: {} },
		lines: ['GET /api/v2/news + operation', 'listNews - operation'],
	},
	{
		kind: 'a body without a member in ClickStack',
		place: [...SCHEMAS, 'SavedSearchInput', 'properties', 'name'],
		value: undefined,
		lines: [`${SAVE} - body.name member`, 'createSavedSearch + body.name member'],
	},
	{
		kind: 'another type in ClickStack',
		place: [...SCHEMAS, 'SavedSearchInput', 'properties', 'name'],
		value: { type: 'integer' },
		lines: [`${SAVE} + body.name type integer`, 'createSavedSearch - body.name type integer'],
	},
	{
		kind: 'another envelope in ClickStack',
		place: [...SCHEMAS, 'SavedSearchResponseEnvelope', 'properties'],
		value: { item: { type: 'object' } },
		lines: [`${SAVE} - answer.data member`, 'createSavedSearch + answer.data member'],
	},
	{
		kind: 'another default in ClickStack',
		place: [...SCHEMAS, 'SavedSearchInput', 'properties', 'orderBy', 'default'],
		value: 'novel',
		lines: [`${SAVE} + body.orderBy default "novel"`],
	},
	{
		kind: 'another login in ClickStack',
		place: ['components', 'securitySchemes'],
		value: { keys: { type: 'apiKey', in: 'header', name: 'X-Key' } },
		lines: ['security + apiKey undefined'],
	},
];

const MUTATIONS: Mutation[] = [
	{
		kind: 'an operation without a successor',
		place: ['paths', KEYS, 'post'],
		value: undefined,
		lines: [`${CREATE} - operation`, 'createApiKey + operation'],
	},
	{
		kind: 'a new operation',
		place: ['paths', `${ORGANIZATION}/news`, 'get'],
		value: { operationId: 'newsGetList', responses: {} },
		lines: ['GET /v1/organizations/{}/news + operation', 'newsGetList - operation'],
	},
	{
		kind: 'another operation ID',
		place: ['paths', KEYS, 'get', 'operationId'],
		value: 'keyGetList',
		lines: [`${LIST} + operationId keyGetList`, `${LIST} - operationId openapiKeyGetList`],
	},
	{
		kind: 'a new parameter',
		place: ['paths', KEYS, 'get', 'parameters'],
		value: [{ name: 'sort', in: 'query', required: true, schema: { type: 'string' } }],
		lines: [
			`${LIST} + query.sort member`,
			`${LIST} - path.organizationId member`,
			'openapiKeyGetList - query.sort member',
		],
	},
	{
		kind: 'a body without a member',
		place: [...KEY_BODY, 'properties', 'expireAt'],
		value: undefined,
		lines: [`${CREATE} - body.expireAt member`, 'openapiKeyCreate + body.expireAt member'],
	},
	{
		kind: 'another type, and other values',
		place: [...KEY_BODY, 'properties', 'state'],
		value: { type: 'integer', enum: [1] },
		lines: [`${CREATE} + body.state type integer`, 'openapiKeyCreate + body.state enum "enabled"'],
	},
	{
		kind: 'another envelope',
		place: ['paths', KEYS, 'get', ...ANSWER],
		value: { items: { type: 'array' } },
		lines: [
			`${LIST} - answer.result member`,
			'openapiKeyGetList - answer.items member',
			'openapiKeyGetList + answer.result member',
		],
	},
	{
		kind: 'another permission',
		place: ['paths', KEYS, 'post', 'description'],
		value: 'Needs `control-plane:organization:manage`.',
		lines: [
			'openapiKeyCreate - organization:manage',
			'openapiKeyCreate + organization:create-api-keys',
		],
	},
	{
		kind: 'another default',
		place: [...KEY_BODY, 'properties', 'state', 'default'],
		value: 'disabled',
		lines: [`${CREATE} + body.state default "disabled"`],
	},
	{
		kind: 'a member that became read-only',
		place: [...KEY_BODY, 'properties', 'name', 'readOnly'],
		value: true,
		lines: [`${CREATE} + body.name readOnly true`],
	},
	{
		kind: 'a body that allows no other members',
		place: [...KEY_BODY, 'additionalProperties'],
		value: false,
		lines: [`${CREATE} + body additionalProperties false`],
	},
	{
		kind: 'another login',
		place: ['components', 'securitySchemes'],
		value: { keys: { type: 'http', scheme: 'bearer' } },
		lines: ['security + http bearer'],
	},
	...CLICKSTACK_MUTATIONS.map((mutation) => ({ ...mutation, vendor: CLICKSTACK })),
];

/** Sets a value in a document, creating a missing parent object. */
function mutate(document: JsonObject, { place, value }: Mutation): void {
	const [last = '', ...reversed] = [...place].reverse();
	const holder = reversed.reverse().reduce<JsonObject>((object, key) => {
		const next = objectAt(object, key);
		object[key] = next;
		return next;
	}, document);
	if (value === undefined) Reflect.deleteProperty(holder, last);
	else holder[last] = value;
}

describe('skeletonOf', () => {
	it.each<Vendor>(['vendorCloud', 'vendorClickStack'])(
		'turns a whole document into the stored skeleton of %s',
		(vendor) => {
			const made = JSON.stringify(skeletonOf(wholeDocument(vendor)), (key, value: unknown) =>
				key === 'permissions' && Array.isArray(value) ? undefined : value,
			);
			expect(JSON.parse(made)).toEqual(skeleton(vendor));
		},
	);
});

describe('driftOf', () => {
	it.each<Vendor>(['vendorCloud', 'vendorClickStack'])(
		'finds no drift in an unchanged %s',
		(vendor) => {
			const drift = driftOf(vendor, wholeDocument(vendor));
			expect(drift).toEqual({ changes: [], unexplained: [], permissions: [] });
			expect(driftText('Vendor', drift)).toBe('');
		},
	);

	it.each(MUTATIONS)('reports $kind as drift', (mutation) => {
		const { vendor = 'vendorCloud' } = mutation;
		const document = wholeDocument(vendor);
		mutate(document, mutation);
		const lines = driftText('Vendor', driftOf(vendor, document)).split('\n');
		expect(lines).toEqual(expect.arrayContaining(mutation.lines));
	});

	it('accepts a document that also describes the login of the nodes', () => {
		const document = wholeDocument('vendorCloud');
		const value = { keys: { type: 'http', scheme: 'basic' }, other: { type: 'oauth2' } };
		mutate(document, { kind: '', place: ['components', 'securitySchemes'], value, lines: [] });
		expect(driftOf('vendorCloud', document).changes).toEqual([]);
	});
});

describe('checkDrift.ts', () => {
	/** A local server sends the documents. */
	async function check(documents: Partial<Record<Vendor, JsonObject>>) {
		const server = await serve(({ url = '' }, response) => {
			const document = documents[url === '/cloud' ? 'vendorCloud' : CLICKSTACK];
			response.writeHead(document === undefined ? 503 : 200).end(JSON.stringify(document ?? {}));
		});
		const folder = mkdtempSync(path.join(tmpdir(), 'cloud-management-drift-'));
		const script = path.resolve(__dirname, '../../../tools/contract/vendor/checkDrift.ts');
		const child = spawn(process.execPath, ['--import', require.resolve('tsx'), script, folder], {
			env: {
				CLICKHOUSE_CLOUD_DOCUMENT: `${server.url}/cloud`,
				CLICKSTACK_DOCUMENT: `${server.url}/clickstack`,
			},
			stdio: ['ignore', 'pipe', 'ignore'],
		});
		const [output] = await Promise.all([text(child.stdout), once(child, 'close')]);
		const files = readdirSync(folder).map((name) => {
			return [name, parsed(readFileSync(path.join(folder, name), 'utf8'))] as const;
		});
		rmSync(folder, { recursive: true });
		await server.close();
		return { code: child.exitCode, output, files: Object.fromEntries(files) };
	}

	it('writes the skeletons without printing anything if nothing drifted', async () => {
		const [vendorCloud, vendorClickStack] = [
			wholeDocument('vendorCloud'),
			wholeDocument('vendorClickStack'),
		];
		expect(await check({ vendorCloud, vendorClickStack })).toEqual({
			code: 0,
			output: '',
			files: {
				'vendorCloud.json': skeleton('vendorCloud'),
				'vendorClickStack.json': skeleton('vendorClickStack'),
			},
		});
	});

	it('prints the drift of each vendor', async () => {
		const vendorCloud = wholeDocument('vendorCloud');
		const vendorClickStack = wholeDocument('vendorClickStack');
		for (const document of [vendorCloud, vendorClickStack]) {
			const place = ['paths', '/v9/news', 'get'];
			mutate(document, { kind: '', place, value: { operationId: 'news' }, lines: [] });
		}
		const { code, output } = await check({ vendorCloud, vendorClickStack });
		expect(code).toBe(0);
		expect(output.match(/^## .*|.* \+ operation$/gm)).toEqual([
			'## ClickHouse Cloud',
			'GET /v9/news + operation',
			'## HyperDX (ClickStack)',
			'GET /v9/news + operation',
		]);
	});

	it("fails if a vendor doesn't send a document", async () => {
		const { code, output } = await check({ vendorCloud: wholeDocument('vendorCloud') });
		expect({ code, output }).toEqual({ code: 1, output: '' });
	});
});
