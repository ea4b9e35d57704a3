import { operations } from '../../../nodes/CloudManagement/resources';
import type { JsonObject } from '../../../nodes/engine/json';
import { objectMember, valueAt } from '../../../nodes/engine/json';
import { redactRequest } from '../../../nodes/engine/redaction/redact';
import { validateRequest } from '../../../tools/contract';
import { CLOUD, problems, planOf, SERVICE_ID } from './context';
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

describe('discovering a schema', () => {
	it.each(KINDS)('accepts for %s by JSON the definition of a pipe, or only its source', (kind) => {
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

	it('needs the credential that the source does', () => {
		expect(problems(discovery(FORMS.pubsub).issues)).toEqual(["cloudPipeSourceApi isn't selected"]);
	});

	it.each(['postgres', 'mysql', 'mongodb', 'bigquery'])('refuses %s, which has tables', (kind) => {
		const { issues } = discovery({ pipeInput: 'json', pipeJson: pipeOf(kind) });
		const text = `must contain exactly one of ${KINDS.join(', ')}, but contains ${kind}.`;
		expect(issues).toMatchObject([{ path: 'source', text }]);
	});

	it('neither shows a secret nor calls itself a change', () => {
		const { request } = discovery(FORMS.kafka, CREDENTIALS.get('kafka'));
		const { redacted } = redactRequest(request);
		expect(JSON.stringify(redacted)).not.toContain(LOGIN.password);
		const summary =
			discoverSchema.texts?.summarize?.(redacted, { serviceId: SERVICE_ID }, {}) ?? '';
		expect(summary).toMatch(/^Read the schema of Kafka topic .orders. at .broker:9092. of service/);
		expect(discoverSchema.unknownOutcome?.[0]).toContain('changes nothing');
		expect(discoverSchema.repeatable).toBe(true);
	});

	it('has a hint if nothing was found', () => {
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
