import type { Parameters } from '../../../nodes/engine/operation';
import { redactSecrets } from '../../../nodes/engine/redaction/redact';
import { codes } from './context';
import { FORMS, LOGIN, planForm } from './pipeForm';

const SOURCE = {
	type: 'kafka',
	format: 'JSONEachRow',
	brokers: 'broker:9092',
	topics: 'orders',
	authentication: 'PLAIN',
	offset: { strategy: 'from_latest' },
	credentials: LOGIN,
};

function plan(sourceAdditionalMembers: unknown, form: Parameters = FORMS.kafka) {
	return planForm({ ...form, sourceAdditionalMembers }, LOGIN);
}

describe("additional properties of a pipe's source", () => {
	it.each([
		{ added: { brokers: 'x' }, named: ['brokers'] },
		{ added: { format: 'x', offset: { strategy: 'x' } }, named: ['format', 'offset.strategy'] },
		{ added: { offset: 5, type: { a: 1 } }, named: ['offset', 'type'] },
	])('give way to fields, with a hint: $added', ({ added, named }) => {
		const { request, hints } = plan(added);
		expect(request.body).toHaveProperty('source.kafka', SOURCE);
		const wanted = named.map((name): unknown =>
			expect.stringMatching(`^'source.kafka.${name}' in`),
		);
		expect(hints).toEqual(wanted);
	});

	it('are checked as the source is', () => {
		const brokenBy = (added: unknown) => codes(plan(added).issues);
		expect(brokenBy({ caCertificate: 5 })).toEqual(['source.kafka.caCertificate wrongType']);
		expect(brokenBy({ accessKey: {} })).toEqual(['source.kafka.accessKey misplacedSecret']);
		expect(brokenBy('[]')).toEqual(['sourceAdditionalMembers jsonOther']);
	});

	it('can be a service account key, which is redacted', () => {
		const form = {
			...FORMS.objectStorage,
			objectStorageType: 'gcs',
			objectStorageAuthentication: 'SERVICE_ACCOUNT',
			sourceAdditionalMembers: { serviceAccountKey: 'abc' },
		};
		const { request, issues } = planForm(form);
		const path = 'source.objectStorage.serviceAccountKey';
		expect(issues).toEqual([]);
		expect(request.body).toHaveProperty(path, 'abc');
		expect(redactSecrets(request.body)).toHaveProperty(path, '***');
	});
});
