import { FORMS, pipeIssues, type Kind, LOGIN, planForm } from './pipeForm';

/** A form's plan with changes, and with a login if needed. */
function planned(kind: Kind, changes: object) {
	const needsLogin = kind === 'postgres' || kind === 'kafka';
	return planForm({ ...FORMS[kind], ...changes }, needsLogin ? LOGIN : undefined);
}

function sent(kind: Kind, changes: object): unknown {
	const plan = planned(kind, changes);
	expect(pipeIssues(plan)).toBe('');
	return plan.request.body;
}

const MANAGED = { destinationManagedTable: true };

describe('Pipe → Create by fields, body', () => {
	it('removes empty entries from lists', () => {
		const kafka = sent('kafka', { kafkaBrokers: ',a:1,,b:2', kafkaTopics: 'x,,y,' });
		expect(kafka).toMatchObject({ source: { kafka: { brokers: 'a:1,b:2', topics: 'x,y' } } });
	});

	it('removes spaces from lists, but keeps them in a delimiter', () => {
		const kafka = sent('kafka', { kafkaBrokers: 'a:1, b:2 ,\nc:3 d:4', kafkaTopics: 'x , y z' });
		expect(kafka).toMatchObject({
			source: { kafka: { brokers: 'a:1,b:2,c:3,d:4', topics: 'x,y z' } },
		});
		const format = { objectStorageFormat: 'CSV', objectStorageDelimiter: ' ' };
		const storage = sent('objectStorage', format);
		expect(storage).toHaveProperty('source.objectStorage.delimiter', ' ');
	});

	it('defines the table only if it is managed', () => {
		const options = { destinationTableDefinitionEngineColumnIds: 'a, b' };
		const keys = { destinationTableDefinitionSortingKey: 'id,created', additionalOptions: options };
		expect(sent('kinesis', keys)).not.toHaveProperty('destination.tableDefinition');
		expect(sent('kinesis', { ...keys, ...MANAGED })).toHaveProperty('destination.tableDefinition', {
			engine: { type: 'MergeTree', columnIds: ['a', 'b'] },
			sortingKey: ['id', 'created'],
		});
	});
});

describe('Pipe → Create by fields, issues', () => {
	it('refuses a list of commas', () => {
		expect(pipeIssues(planned('kafka', { kafkaBrokers: ',' }))).toBe('kafkaBrokers is empty');
	});

	it('refuses an empty choice', () => {
		const found = (changes: object) => pipeIssues(planned('kafka', changes));
		expect(found({ kafkaType: '' })).toBe('kafkaType is empty');
		expect(found({ kafkaFormat: null })).toBe('kafkaFormat is empty');
		const storage = planned('objectStorage', { objectStorageAuthentication: '' });
		expect(pipeIssues(storage)).toBe('objectStorageAuthentication is "", which');
	});

	it('refuses half an access key in JSON', () => {
		const sourceAdditionalMembers = { accessKey: { accessKeyId: 'AK' } };
		const plan = planned('objectStorage', { additionalOptions: { sourceAdditionalMembers } });
		expect(pipeIssues(plan)).toBe('.accessKey.secretKey is missing');
	});

	it("refuses an expression's value of another type", () => {
		const column = { name: 'a', type: 'UInt8', sourceField: {} };
		const columns = planned('kafka', { destinationColumns: { values: [column] } });
		expect(pipeIssues(columns)).toBe('destinationColumns.0.sourceField must be text,');
		const mapping = { sourceTable: 'a', targetTable: 'a', excludedColumns: true };
		const mappings = planned('postgres', { postgresTableMappings: { values: [mapping] } });
		expect(pipeIssues(mappings)).toBe('postgresTableMappings.0.excludedColumns.0 must be text,');
		const infinite = planned('postgres', { postgresSettingsPullBatchSize: Infinity });
		expect(pipeIssues(infinite)).toBe('additionalOptions.postgresSettingsPullBatchSize must be a');
	});
});

describe('Pipe → Create by fields, warnings', () => {
	const hintsOn = (kind: Kind, changes: object): string => {
		const { issues, hints } = planned(kind, changes);
		expect(issues).toEqual([]);
		return hints.join(' ');
	};

	it('names brokers without a port, and topics with a space', () => {
		expect(hintsOn('kafka', { kafkaBrokers: 'one:9092, two,[::1],three:port' })).toMatch(
			/^Brokers .*"two".*"\[::1\]".*"three:port"/,
		);
		expect(hintsOn('kafka', { kafkaTopics: 'orders, late orders' })).toMatch(
			/Topics.*"late orders"/,
		);
		const right = {
			kafkaBrokers: 'a:9092, [2001:db8::1]:9092 ,',
			kafkaTopics: ' orders , refunds',
		};
		expect(hintsOn('kafka', right)).toBe('');
	});

	it('mentions a managed table without a sorting key, unless its engine needs none', () => {
		expect(hintsOn('kinesis', MANAGED)).toMatch(/^Sorting Key/);
		const key = { destinationTableDefinitionSortingKey: 'id' };
		expect(hintsOn('kinesis', { ...MANAGED, ...key })).toBe('');
		const replacing = { destinationTableDefinitionEngineType: 'ReplacingMergeTree' };
		const hints = hintsOn('kinesis', { ...MANAGED, additionalOptions: replacing });
		expect(hints).toContain('Sorting Key');
		const additionalOptions = { destinationTableDefinitionEngineType: 'Null' };
		expect(hintsOn('kinesis', { ...MANAGED, additionalOptions })).toBe('');
	});
});
