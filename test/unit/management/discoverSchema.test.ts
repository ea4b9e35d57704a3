import { operations } from '../../../nodes/CloudManagement/resources';
import type { JsonObject } from '../../../nodes/engine/json';
import { objectMember, valueAt } from '../../../nodes/engine/json';
import { redactRequest } from '../../../nodes/engine/redaction/redact';
import { plainText } from '../../../nodes/engine/summary/plainText';
import { validateRequest } from '../../../tools/contract';
import { CLOUD, PIPE_ID, problems, planOf, SERVICE_ID } from './context';
import { FORMS, LOGIN, pipeOf, planJson } from './pipeForm';

const { discoverSchema } = operations.pipe;
const CREDENTIALS = new Map<string, JsonObject>([
	['kafka', { method: 'usernamePassword', ...LOGIN }],
	['pubsub', { method: 'serviceAccount', serviceAccountKey: 'e30=' }],
]);
const KINDS = ['kafka', 'kinesis', 'objectStorage', 'pubsub'] as const;

function discovery(parameters: JsonObject, extraCredential?: JsonObject) {
	const context = { ...CLOUD, ...(extraCredential && { extraCredential }) };
	return planOf('pipe.discoverSchema', parameters, context);
}

describe('Pipe → Discover Schema', () => {
	it.each(KINDS)('accepts a %s pipe, or only its source, as JSON', (kind) => {
		const pipe = pipeOf(kind);
		const source = objectMember(pipe, 'source') ?? {};
		const credential = CREDENTIALS.get(kind);
		for (const pipeJson of [pipe, { source }, { source: { ...source, validateSamples: true } }]) {
			const { request, issues } = discovery({ pipeInput: 'json', pipeJson }, credential);
			expect(problems(issues)).toEqual([]);
			const created = planJson(pipe, credential, {}, { apiDialect: 'clickhouseCloud' });
			expect(request.body).toEqual({ source: valueAt(created.request.body, 'source') });
			expect(validateRequest({ api: 'clickhouseCloud', ...request })).toEqual([]);
		}
	});

	it("requires the source's credential", () => {
		expect(problems(discovery(FORMS.pubsub).issues)).toEqual(["cloudPipeSourceApi isn't selected"]);
	});

	it.each(['postgres', 'mysql', 'mongodb', 'bigquery'])(
		'rejects %s, a source with tables',
		(kind) => {
			const { issues } = discovery({ pipeInput: 'json', pipeJson: pipeOf(kind) });
			const text = `must contain exactly one of ${KINDS.join(', ')}, but contains ${kind}.`;
			expect(issues).toMatchObject([{ path: 'source', text }]);
		},
	);

	it('lists three sources with a serial comma', () => {
		const source = { mongodb: {}, mysql: {}, postgres: {} };
		const { issues } = discovery({ pipeInput: 'json', pipeJson: { source } });
		const text = expect.stringMatching(/, but contains mongodb, mysql, and postgres\.$/) as string;
		expect(issues).toMatchObject([{ path: 'source', text }]);
	});

	const { request: planned } = discovery(FORMS.kafka, CREDENTIALS.get('kafka'));
	const { redacted } = redactRequest(planned);

	it('summarizes discovery as a read', () => {
		const summary =
			discoverSchema.texts?.summarize?.(redacted, { serviceId: SERVICE_ID }, {}) ?? '';
		expect(plainText(summary)).toMatch(
			/^Read the schema of Kafka topic "orders" at "broker:9092" of service/,
		);
		expect(planned.onlyReads).toBe(true);
	});

	it('warns if the source has no fields', () => {
		const hintOn = (payload: object) =>
			discoverSchema.output?.successHint?.(
				{ ...payload },
				{ method: 'POST', path: '' },
				(text) => text,
			);
		expect(hintOn({ fields: [] })).toContain('no fields');
		expect(hintOn({ fields: [{ name: 'id', type: 'UInt64' }] })).toBeUndefined();
	});
});

describe('Pipe → Create (Columns → Discover)', () => {
	const form = { ...FORMS.kinesis, columnsInput: 'discover' };
	const planned = (fields: JsonObject, schema?: unknown) =>
		planOf(
			'pipe.create',
			{ ...form, ...fields },
			{ ...CLOUD, ...(schema !== undefined && { facts: { schema } }) },
		);

	it.each([
		{ row: { sourceField: '' }, problem: 'columnOverrides.0.sourceField is empty' },
		{ row: { sourceField: 'c' }, problem: "columnOverrides.0.sourceField isn't a field" },
		{ row: { sourceField: 'a', name: 'b' }, problem: 'destinationColumns.1.name is "b"' },
		{
			row: { sourceField: 'a', type: 'Array(' },
			problem: "destinationColumns.0.type can't be read",
		},
	])('rejects the override $row', ({ row, problem }) => {
		const schema = [
			{ name: 'a', type: 'UInt8' },
			{ name: 'b', type: 'String' },
		];
		const { issues } = planned({ columnOverrides: { values: [row] } }, schema);
		expect(problems(issues)).toEqual([expect.stringContaining(problem)]);
	});

	it("reads an expression's list of overrides", () => {
		const columnOverrides = [{ sourceField: 'a', type: 'UInt64' }];
		const schema = [{ name: 'a', type: 'String' }];
		expect(planned({ columnOverrides }, schema).request.body).toMatchObject({
			destination: { columns: [{ name: 'a', type: 'UInt64' }] },
		});
		const { issues } = planned({ columnOverrides: 'a UInt64' }, schema);
		expect(problems(issues)).toEqual(["columnOverrides can't be read"]);
	});

	it('rejects two overrides of a field', () => {
		const values = [{ sourceField: 'a' }, { sourceField: ' a ', name: 'c' }];
		const { issues } = planned({ columnOverrides: { values } });
		expect(problems(issues)).toEqual(['columnOverrides.1.sourceField already has a']);
	});

	it('maps from a field with spaces around its name', () => {
		const { request } = planned({}, [{ name: ' a ', type: 'UInt8' }]);
		expect(request.body).toMatchObject({
			destination: { columns: [{ name: 'a', type: 'UInt8' }] },
			fieldMappings: [{ sourceField: ' a ', destinationField: 'a' }],
		});
	});
});

describe('Pipe → Update (Columns → Discover)', () => {
	const source = {
		kafka: {
			...objectMember(objectMember(pipeOf('kafka'), 'source') ?? {}, 'kafka'),
			authentication: 'SCRAM-SHA-256',
			iamRole: null,
			reversePrivateEndpointIds: [PIPE_ID, null],
		},
		kinesis: null,
	};
	const planned = (facts: JsonObject, extraCredential?: JsonObject) =>
		planOf(
			'pipe.update',
			{ serviceId: SERVICE_ID, pipeId: PIPE_ID, sourceKind: 'kafka', columnsInput: 'discover' },
			{ ...CLOUD, facts, ...(extraCredential && { extraCredential }) },
		);

	it("reads the pipe before it reads its source's columns", () => {
		expect(planned({}).needs).toMatchObject([{ fact: 'pipe', request: { method: 'GET' } }]);
		const { issues, needs } = planned({ pipe: { source } }, CREDENTIALS.get('kafka'));
		expect(problems(issues)).toEqual([]);
		const [need] = needs ?? [];
		const { credentials, ...kafka } =
			objectMember(
				objectMember(objectMember({ ...need?.request }, 'body') ?? {}, 'source') ?? {},
				'kafka',
			) ?? {};
		expect(credentials).toEqual(LOGIN);
		expect(kafka).not.toHaveProperty('iamRole');
		expect(kafka).toHaveProperty('reversePrivateEndpointIds', [PIPE_ID]);
	});

	it("requires the credential that the pipe's source needs", () => {
		const { issues } = planned({ pipe: { source } });
		expect(problems(issues)).toEqual(["cloudPipeSourceApi isn't selected"]);
		const other = planned({ pipe: { source } }, { method: 'accessKey' });
		expect(problems(other.issues)).toEqual(['cloudPipeSourceApi contains an access']);
	});
});
