import { createPipe } from '../../../nodes/CloudManagement/resources/pipe/create';
import { issueSentence } from '../../../nodes/engine/issues/issueMessages';
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

function plan(sourceAdditionalMembers: unknown) {
	return planForm({ ...FORMS.kafka, sourceAdditionalMembers }, LOGIN);
}

describe('Source Additional Fields (JSON)', () => {
	it('merges additional fields at every level', () => {
		const { request, issues, hints } = plan({ consumerGroup: 'c', offset: { later: 2 } });
		const offset = { ...SOURCE.offset, later: 2 };
		expect(request.body).toHaveProperty('source.kafka', { ...SOURCE, consumerGroup: 'c', offset });
		expect([issues, hints]).toEqual([[], [expect.stringContaining('offset.later')]]);
	});

	it.each([
		{ added: { brokers: 'x' }, named: ['brokers'] },
		{ added: { format: 'x', offset: { strategy: 'x' } }, named: ['format', 'offset.strategy'] },
		{ added: { offset: 5, type: { a: 1 } }, named: ['offset', 'type'] },
	])('warns that fields override $added', ({ added, named }) => {
		const { request, hints } = plan(added);
		expect(request.body).toHaveProperty('source.kafka', SOURCE);
		const wanted = named.map((name): unknown =>
			expect.stringMatching(`^"source.kafka.${name}" in`),
		);
		expect(hints).toEqual(wanted);
	});

	it.each([
		{ form: {}, label: '"source.kafka.tombstoneMode"' },
		{ form: { additionalOptions: { kafkaTombstoneMode: 'bad' } }, label: 'Tombstone Mode' },
	])('names $label in an issue of the value that is sent', ({ form, label }) => {
		const sourceAdditionalMembers = { tombstoneMode: 'bad' };
		const { issues } = planForm({ ...FORMS.kafka, ...form, sourceAdditionalMembers }, LOGIN);
		expect(issues.map((issue) => issueSentence(createPipe.properties, issue))).toEqual([
			expect.stringMatching(`^${label} is "bad"`),
		]);
	});
});
