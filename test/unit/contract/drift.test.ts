import { skeletonText, type Vendor } from '../../../tools/contract/documents';
import { isJsonObject, type JsonObject, listAt, objectAt } from '../../../tools/contract/json';
import { driftOf, driftText } from '../../../tools/contract/vendor/drift';
import { skeletonOf } from '../../../tools/contract/vendor/skeleton';
import { permissionDifferences } from '../../../tools/contract/vendor/permissions';

const PROSE = { description: 'Prose', summary: 'Prose', 'x-order': 1, tags: ['Prose'] };

function parsed(text: string): JsonObject {
	const value: unknown = JSON.parse(text);
	return isJsonObject(value) ? value : {};
}

const skeleton = (vendor: Vendor) => parsed(skeletonText(vendor));

/** Permissions that the nodes name. The stored document has none. */
const permissions = new Map<string, string[]>();
for (const line of permissionDifferences(skeleton('vendorCloud'))) {
	const [id = '', , name = ''] = line.split(' ');
	permissions.set(id, [...(permissions.get(id) ?? []), name]);
}

/** A complete document as the vendor writes it, with prose and error bodies. */
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
	/** Place in the document, with its new value. Undefined deletes it. */
	place: string[];
	value: unknown;
	lines: string[];
}

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

	it.each(MUTATIONS)('finds $kind', (mutation) => {
		const document = wholeDocument('vendorCloud');
		mutate(document, mutation);
		const text = driftText('Vendor', driftOf('vendorCloud', document));
		expect(text.split('\n')).toEqual(expect.arrayContaining(mutation.lines));
	});
});
