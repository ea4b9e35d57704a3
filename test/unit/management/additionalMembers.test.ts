import { objectBody } from '../../../nodes/core/http/request';
import { operations } from '../../../nodes/CloudManagement/actions';
import { createPipe } from '../../../nodes/CloudManagement/actions/pipe/create.operation';
import { redactSecrets } from '../../../nodes/core/redaction/redact';
import type { OperationTable, Parameters } from '../../../nodes/core/operation';
import { codes, contextOf, sentences } from './context';
import { FORMS } from './pipeForm';

const SMALL: Array<[string, string, Parameters]> = [
	['member', 'update', { userId: 'u', role: 'admin' }],
	['invitation', 'create', { email: 'ada@example.com', role: 'admin' }],
	[
		'byocInfrastructure',
		'create',
		{
			accountId: '1',
			regionId: 'us-east-1',
			availabilityZoneSuffixes: ['a'],
			vpcCidrRange: '10.0.0.0/16',
		},
	],
];

const table: OperationTable = operations;

function planSmall(resource: string, operation: string, parameters: Parameters) {
	const found = table[resource]?.[operation];
	if (found === undefined) throw new Error('no such operation');
	return found.plan(parameters, contextOf());
}

describe.each(SMALL)('additional members of %s %s', (resource, operation, fields) => {
	const plan = (additionalMembers: unknown) =>
		planSmall(resource, operation, { ...fields, additionalFields: { additionalMembers } });

	it.each([undefined, null, '', ' ', '{}', {}])('change nothing when empty: %j', (empty) => {
		expect(plan(empty)).toEqual(planSmall(resource, operation, fields));
	});

	it('are merged into the body, and fields win', () => {
		const body = objectBody(planSmall(resource, operation, fields).request);
		const [name = ''] = Object.keys(body);
		const { request, issues } = plan(JSON.stringify({ novel: { a: [1] }, [name]: 'other' }));
		expect(issues).toEqual([]);
		expect(request.body).toEqual({ ...body, novel: { a: [1] } });
	});

	it('are a JSON object', () => {
		const path = 'additionalFields.additionalMembers';
		expect(codes(plan('{"a": }').issues)).toEqual([`${path} jsonInvalid`]);
		expect(codes(plan([1]).issues)).toEqual([`${path} jsonOther`]);
	});
});

describe('additional members of the source of a pipe', () => {
	const extraCredential = { method: 'usernamePassword', username: 'loader', password: 'sesame' };
	const planWith = (form: Parameters, sourceAdditionalMembers: unknown, withUser: boolean) =>
		createPipe.plan(
			{ ...form, sourceAdditionalMembers },
			contextOf(withUser ? { extraCredential } : {}),
		);
	const plan = (added: unknown) => planWith(FORMS.kafka, added, true);

	it('are merged into the source that is chosen, at every level', () => {
		const { request, issues } = plan('{"novel": 1, "brokers": "x", "offset": {"later": 2}}');
		expect(issues).toEqual([]);
		expect(request.body).toHaveProperty('source.kafka', {
			...{ type: 'kafka', format: 'JSONEachRow', brokers: 'broker:9092', topics: 'orders' },
			...{ authentication: 'PLAIN', offset: { strategy: 'from_latest', later: 2 }, novel: 1 },
			credentials: { username: 'loader', password: 'sesame' },
		});
	});

	it('are named in hints where a field gives them, too, or the reference does not know them', () => {
		const { request, issues, hints } = plan({
			format: 'Protobuf',
			brockers: 'x',
			consumerGroup: 'loader',
			offset: { strategy: 'from_beginning', later: 2 },
		});
		expect(issues).toEqual([]);
		expect(request.body).toHaveProperty('source.kafka.format', 'JSONEachRow');
		expect(hints).toEqual([
			"'source.kafka.format' in Additional Fields (JSON) is not sent: the field Format takes precedence.",
			"'source.kafka.offset.strategy' in Additional Fields (JSON) is not sent: the field Start From takes precedence.",
			"'source.kafka.brockers' and 'source.kafka.offset.later' are not in the reference; sent as they are.",
		]);
	});

	it.each(['', '{}', { consumerGroup: 'loader' }, { offset: { timestamp: null } }])(
		'give no hint where they are known and no field gives them: %j',
		(added) => {
			expect(plan(added)).toMatchObject({ issues: [], hints: [] });
		},
	);

	it('are named as a whole where one of two values is no object', () => {
		expect(plan({ offset: 5, type: { a: 1 } }).hints).toEqual([
			expect.stringContaining("'source.kafka.offset' in Additional Fields (JSON)"),
			expect.stringContaining("'source.kafka.type' in Additional Fields (JSON)"),
		]);
	});

	it('are checked as the source is', () => {
		expect(sentences(plan({ caCertificate: 5, accessKey: {} }).issues)).toEqual([
			'CA Certificate must be text, but is a number.',
			expect.stringContaining('source.kafka.accessKey is a secret, but the API accepts none here'),
		]);
		expect(sentences(plan('[]').issues)).toEqual([
			'Additional Fields (JSON) contains a list, not a JSON object. Enter a JSON object, such as { "name": "value" }.',
		]);
	});

	it('may be a service account key, which is redacted', () => {
		const storage = { objectStorageType: 'gcs', objectStorageAuthentication: 'SERVICE_ACCOUNT' };
		const form = { ...FORMS.objectStorage, ...storage };
		const { request, issues } = planWith(form, { serviceAccountKey: 'abc' }, false);
		expect(issues).toEqual([]);
		expect(request.body).toHaveProperty('source.objectStorage.serviceAccountKey', 'abc');
		expect(redactSecrets(request.body)).toHaveProperty(
			'source.objectStorage.serviceAccountKey',
			'***',
		);
	});

	it('change nothing where no source is chosen', () => {
		const { request } = planWith({ ...FORMS.kafka, sourceKind: '' }, { a: 1 }, false);
		expect(request.body).toHaveProperty('source', {});
	});
});

describe('values that the reference does not list, in small operations', () => {
	it.each(SMALL)('%s %s sends them with the option', (resource, operation, fields) => {
		const unlisted = { ...fields, role: 'owner', availabilityZoneSuffixes: ['g'] };
		const refused = planSmall(resource, operation, unlisted);
		expect(sentences(refused.issues)).toEqual([
			expect.stringMatching(/not listed.*option Allow Unlisted Values\.$/),
		]);
		const options = { allowUnlisted: true };
		expect(planSmall(resource, operation, { ...unlisted, options }).issues).toEqual([]);
	});
});
