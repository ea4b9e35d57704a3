import type { Parameters } from '../../../nodes/core/operation';
import { redactSecrets } from '../../../nodes/core/redaction/redact';
import { codes } from './context';
import { FORMS, LOGIN, planForm } from './pipeForm';

const SOURCE = {
	...{ type: 'kafka', format: 'JSONEachRow', brokers: 'broker:9092', topics: 'orders' },
	...{ authentication: 'PLAIN', offset: { strategy: 'from_latest' }, credentials: LOGIN },
};
const NOT_SENT = " in Additional Fields (JSON) isn't sent: ";

function plan(sourceAdditionalMembers: unknown, form: Parameters = FORMS.kafka) {
	return planForm({ ...form, sourceAdditionalMembers }, LOGIN);
}

describe('additional members of the source of a pipe', () => {
	it.each<[unknown, object, string[]]>([
		['', {}, []],
		['{}', {}, []],
		[{ consumerGroup: 'c' }, { consumerGroup: 'c' }, []],
		[{ offset: { timestamp: null } }, { offset: { ...SOURCE.offset, timestamp: null } }, []],
		[
			'{"novel": 1, "brokers": "x", "offset": {"later": 2}}',
			{ novel: 1, offset: { ...SOURCE.offset, later: 2 } },
			[
				`'source.kafka.brokers'${NOT_SENT}`,
				"'source.kafka.novel' and 'source.kafka.offset.later' are",
			],
		],
		[
			{ format: 'Protobuf', offset: { strategy: 'from_beginning' } },
			{},
			[`'source.kafka.format'${NOT_SENT}`, `'source.kafka.offset.strategy'${NOT_SENT}`],
		],
		[
			{ offset: 5, type: { a: 1 } },
			{},
			[`'source.kafka.offset'${NOT_SENT}`, `'source.kafka.type'${NOT_SENT}`],
		],
	])('are merged at every level, fields win, and hints say so: %j', (added, changes, expected) => {
		const { request, issues, hints } = plan(added);
		expect(issues).toEqual([]);
		expect(request.body).toHaveProperty('source.kafka', { ...SOURCE, ...changes });
		expect(hints).toEqual(expected.map((hint): unknown => expect.stringContaining(hint)));
	});

	it.each<[unknown, string[]]>([
		[{ caCertificate: 5 }, ['source.kafka.caCertificate wrongType']],
		[{ accessKey: {} }, ['source.kafka.accessKey misplacedSecret']],
		['[]', ['sourceAdditionalMembers jsonOther']],
	])('are checked as the source is: %j', (added, expected) => {
		expect(codes(plan(added).issues)).toEqual(expected);
	});

	it('may be a service account key, which is redacted', () => {
		const storage = { objectStorageType: 'gcs', objectStorageAuthentication: 'SERVICE_ACCOUNT' };
		const form = {
			...FORMS.objectStorage,
			...storage,
			sourceAdditionalMembers: { serviceAccountKey: 'abc' },
		};
		const { request, issues } = planForm(form);
		const path = 'source.objectStorage.serviceAccountKey';
		expect(issues).toEqual([]);
		expect(request.body).toHaveProperty(path, 'abc');
		expect(redactSecrets(request.body)).toHaveProperty(path, '***');
	});

	it('change nothing where no source is chosen', () => {
		const { request } = plan({ a: 1 }, { ...FORMS.kafka, sourceKind: '' });
		expect(request.body).toHaveProperty('source', {});
	});
});
