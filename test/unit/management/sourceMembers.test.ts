import { mergeObjects } from '../../../nodes/engine/json';
import type { Parameters } from '../../../nodes/engine/operation';
import { redactSecrets } from '../../../nodes/engine/redaction/redact';
import { fields, rows, valueOf } from '../rows';
import { codes } from './context';
import { FORMS, LOGIN, planForm } from './pipeForm';

const SOURCE = fields(
	`type=kafka format=JSONEachRow brokers=broker:9092 topics=orders authentication=PLAIN
	offset.strategy=from_latest credentials=${JSON.stringify(LOGIN)}`,
);

function plan(sourceAdditionalMembers: unknown, form: Parameters = FORMS.kafka) {
	return planForm({ ...form, sourceAdditionalMembers }, LOGIN);
}

describe("additional properties of a pipe's source", () => {
	it.each(
		rows(`
		"" | |
		{} | |
		{"consumerGroup":"c"} | consumerGroup=c |
		{"offset":{"timestamp":null}} | offset.timestamp=null |
		{"novel":1,"brokers":"x","offset":{"later":2}} | novel=1 offset.later=2 | brokers, novel
		{"format":"Protobuf","offset":{"strategy":"from_beginning"}} | | format, offset.strategy
		{"offset":5,"type":{"a":1}} | | offset, type
		`),
	)('are merged at every level, fields win, and hints report it: %s, %s, %s', (...row) => {
		const [added, changes, named] = row;
		const { request, issues, hints = [] } = plan(valueOf(added));
		expect(issues).toEqual([]);
		expect(request.body).toHaveProperty('source.kafka', mergeObjects(fields(changes), SOURCE));
		const first = hints.map((hint) => /^'source\.kafka\.([\w.]+)'/.exec(hint)?.[1] ?? hint);
		expect(first.join(', ')).toBe(named);
	});

	it.each<[unknown, string[]]>([
		[{ caCertificate: 5 }, ['source.kafka.caCertificate wrongType']],
		[{ accessKey: {} }, ['source.kafka.accessKey misplacedSecret']],
		['[]', ['sourceAdditionalMembers jsonOther']],
	])('are checked as the source is: %j', (added, expected) => {
		expect(codes(plan(added).issues)).toEqual(expected);
	});

	it('can be a service account key, which is redacted', () => {
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

	it('change nothing if no source is chosen', () => {
		const { request } = plan({ a: 1 }, { ...FORMS.kafka, sourceKind: '' });
		expect(request.body).toHaveProperty('source', {});
	});
});
