import type { JsonObject } from '../../../nodes/engine/json';
import { operations } from '../../../nodes/CloudManagement/resources';
import { CLOUD, problems, sentences } from './context';
import { into, pipeIssues, LOGIN, pipeOf, planJson } from './pipeForm';

const UNLISTED = { allowUnlisted: true };
const found = (pipe: unknown, options = {}): string[] =>
	problems(planJson(pipe, undefined, options).issues);
const oracle = (rest: object = {}) =>
	pipeOf('kafka', {}, { source: { oracle: { host: 'h', credentials: LOGIN } }, ...rest });

it.each<{ pipe: JsonObject; open?: string }>([
	{
		pipe: pipeOf('kafka', {
			type: undefined,
			format: undefined,
			authentication: undefined,
			credentials: LOGIN,
			offset: {},
			schemaRegistry: { url: 'https://r', credentials: LOGIN },
		}),
		open: 'kafka.schemaRegistry.authentication',
	},
	{
		pipe: pipeOf('kinesis', {
			format: undefined,
			iteratorType: undefined,
			authentication: undefined,
			iamRole: 'arn:aws:iam::123456789012:role/r',
		}),
	},
	{ pipe: pipeOf('objectStorage', { type: undefined, format: undefined }) },
])(
	"Pipe → Create (JSON) sends a pipe without the form's required fields (%#)",
	({ pipe, open }) => {
		const { request, issues, hints } = planJson(JSON.stringify(pipe));
		expect(request.body).toMatchObject(Object(JSON.parse(JSON.stringify(pipe))));
		const chooses = `"source.${open ?? ''}" isn't set, so the API chooses.`;
		expect([issues, hints]).toEqual([[], open === undefined ? [] : [chooses]]);
	},
);

describe('Pipe → Create (JSON, misspelled keys)', () => {
	it('suggests the known key for each misspelled key', () => {
		const destination = { table: undefined, tabel: 'orders' };
		const pipe = pipeOf('kafka', { consumerGrp: 'g', novelty: 5 }, into(destination));
		const texts = (options: object, credential = {}) =>
			sentences(planJson(pipe, undefined, options, credential).issues, operations.pipe.create);
		const unknown = "isn't in the API reference";
		const send = 'Rename the key. To use it anyway, turn on Allow Unusual Values in the options.';
		expect(texts({}, CLOUD.credential)).toEqual([
			`destination.tabel ${unknown} (did you mean "table"?). ${send}`,
			`source.kafka.consumerGrp ${unknown} (did you mean "consumerGroup"?). ${send}`,
		]);
		const missing =
			'destination.table is missing, but the JSON has "tabel". Did you mean "table"? Rename the key.';
		expect(texts(UNLISTED, CLOUD.credential)).toEqual([missing]);
		expect(texts({})).toEqual([missing]);
	});

	it('reports a short key once if it resembles a required key', () => {
		const { name, ...pipe } = pipeOf('kafka', {});
		const { issues, hints } = planJson({ ...pipe, nmae: name }, undefined, {}, CLOUD.credential);
		expect(sentences(issues, operations.pipe.create)).toEqual([
			'nmae isn\'t in the API reference (did you mean "name"?). Rename the key. To use it anyway, turn on Allow Unusual Values in the options.',
		]);
		expect(hints.filter((hint) => hint.includes('nmae'))).toEqual([]);
	});

	it('sends a short key that resembles an optional key', () => {
		const definition = { engine: { type: 'MergeTree' }, sortingKey: ['toDate(1)'], tll: 'x' };
		const pipe = pipeOf('kafka', {}, into({ managedTable: true, tableDefinition: definition }));
		const { issues, hints } = planJson(pipe, undefined, {}, CLOUD.credential);
		expect(sentences(issues, operations.pipe.create)).toEqual([]);
		expect(hints).toContain(
			'"destination.tableDefinition.tll" isn\'t in the API reference. The node sends it as entered.',
		);
	});
});

describe('Pipe → Create (JSON, missing keys)', () => {
	it('reports a misspelled object without the keys that it should contain', () => {
		const { destination, ...pipe } = pipeOf('kafka', {});
		expect(found({ ...pipe, destinatoin: destination })).toEqual(['destination is missing, but']);
	});

	it('reports the source that needs a missing key', () => {
		const pipe = pipeOf('kafka', {}, into({ table: undefined }));
		const [text] = sentences(planJson(pipe).issues, operations.pipe.create);
		expect(text).toBe('destination.table is needed for Kafka. Enter it.');
	});
});

describe('Pipe → Create (JSON, unlisted values)', () => {
	it.each([
		{ problem: 'source contains "oracle", which', pipe: oracle() },
		{ problem: 'source.kafka.type is "later", which', pipe: pipeOf('kafka', { type: 'later' }) },
		{
			problem: 'source.kafka.format is "Later", which',
			pipe: pipeOf('kafka', { format: 'Later' }),
		},
		{
			problem: 'source.kafka.authentication is "OAUTH", which',
			pipe: pipeOf('kafka', { authentication: 'OAUTH', credentials: { a: 1 } }),
		},
	])('requires Allow Unusual Values for an unlisted value: $problem', ({ problem, pipe }) => {
		expect(found(pipe)).toEqual([problem]);
		const { issues, request } = planJson(pipe, undefined, UNLISTED);
		expect([issues, request.body]).toMatchObject([[], pipe]);
	});

	it.each([
		pipeOf('objectStorage', { authentication: 'HMAC', accessKey: { key: 'k' } }),
		pipeOf('objectStorage', { type: 'later', url: undefined }),
		pipeOf('kinesis', { authentication: 'HMAC', accessKey: { key: 'k' } }),
		pipeOf('kafka', { type: 'later', credentials: { token: 't' } }),
	])('accepts other keys of an unlisted source (%#)', (pipe) => {
		expect(found(pipe, UNLISTED)).toEqual([]);
	});

	it('rejects other invalid values although Allow Unusual Values is on', () => {
		const withOption = (pipe: object) => pipeIssues(planJson(pipe, undefined, UNLISTED));
		expect(withOption(pipeOf('kafka', { type: 5 }))).toBe('.type must be "kafka"');
		expect(withOption(pipeOf('kafka', {}, { source: {} }))).toBe('source must contain exactly');
		const secret = withOption({ ...oracle(), password: 'p' });
		expect(secret).toBe('password is a secret,');
	});

	it('ignores the selected credential for an unlisted source', () => {
		expect(planJson(oracle(), undefined, UNLISTED).hints).toHaveLength(1);
		const { hints } = planJson(oracle(), { username: 'x' }, UNLISTED);
		expect(hints).toContainEqual(
			expect.stringContaining('the API reference doesn\'t list the secrets of "oracle"'),
		);
	});
});

describe('Pipe → Create (JSON, columns and mappings)', () => {
	const columns = ['id', 'day'].map((name) => ({ name, type: 'String' }));
	const mapped = (...names: string[]) =>
		names.map((name) => ({ sourceField: name, destinationField: name }));
	const pipe = (changes: object, rest: object = {}) =>
		pipeOf('kafka', { credentials: LOGIN }, { ...into({ columns, ...changes }), ...rest });

	const definition = {
		engine: { columnIds: ['day', 'other'], versionColumnId: 'version' },
		sortingKey: ['id', 'name', 'lower(name)', 'price / 100', '`a b`'],
	};
	it.each<{ body: object; hints: RegExp[] }>([
		{
			body: pipe({ tableDefinition: definition }),
			hints: [/sortingKey" .*"name"/, /columnIds" .*"other"/, /versionColumnId" .*"version"/],
		},
		{
			body: pipe({}, { fieldMappings: mapped('id', 'day', 'nope') }),
			hints: [/^"fieldMappings" .*"nope" \(the columns are: id, day\)/],
		},
		{
			body: pipe({}, { fieldMappings: null }),
			hints: [/^"fieldMappings" is null, so no column is mapped/],
		},
		{ body: pipe({}), hints: [] },
		{
			body: pipeOf('kafka', { credentials: LOGIN, ofset: {} }),
			hints: [/^"source.kafka.ofset" isn't in .*"offset"/],
		},
	])("warns about columns that don't match the mappings (%#)", ({ body, hints }) => {
		const matching = hints.map((hint): unknown => expect.stringMatching(hint));
		expect(planJson(body)).toMatchObject({ issues: [], hints: matching });
	});
});

it("Pipe → Create (JSON) rejects a number that JSON can't hold", () => {
	const settings = { pullBatchSize: 0 };
	const body = JSON.stringify(pipeOf('postgres', { settings }));
	expect(found(body.replace(':0', ':1e3'))).toEqual([]);
	expect(found(body.replace(':0', ':1e999'))).toEqual(['pipeJson contains a number']);
});

it.each([
	{ pipe: pipeOf('kafka', {}, { novel: ' x ' }) },
	{ pipe: pipeOf('kafka', { caCertificate: '-----BEGIN CERTIFICATE-----\n' }) },
	{ pipe: pipeOf('kafka', { credentials: { username: 'u', password: ' p ' } }) },
	{ pipe: pipeOf('kafka', {}, { fieldMappings: [{ sourceField: ' id', destinationField: 'a' }] }) },
	{ pipe: pipeOf('objectStorage', { delimiter: ' \t' }) },
])('Pipe → Create (JSON) keeps spaces that may matter: $pipe', ({ pipe }) => {
	const { issues, request } = planJson(pipe);
	expect(issues).toEqual([]);
	expect(request.body).toMatchObject(pipe);
});
