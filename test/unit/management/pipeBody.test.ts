import { newPipe } from '../../../nodes/CloudManagement/resources/pipe/create';
import { withSchemaTransforms } from '../../../nodes/engine/body/schema';
import { FORMS, pipeIssues, type Kind, LOGIN, planForm } from './pipeForm';

/** The form contains a login if the kind needs one. */
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

describe('Pipe → Create (fields, body)', () => {
	it('removes empty entries from lists', () => {
		const kafka = sent('kafka', { kafkaBrokers: ',a:1,,b:2', kafkaTopics: 'x,,y,' });
		expect(kafka).toMatchObject({ source: { kafka: { brokers: 'a:1,b:2', topics: 'x,y' } } });
	});

	it('trims list entries', () => {
		const kafka = sent('kafka', { kafkaBrokers: 'a:1, b:2 ,\nc:3 d:4', kafkaTopics: 'x , y z' });
		expect(kafka).toMatchObject({
			source: { kafka: { brokers: 'a:1,b:2,c:3,d:4', topics: 'x,y z' } },
		});
	});

	it.each(['a:1, b:2 ,\nc:3 d:4', ',a:1,, b:2 ,', ' a:1 ; b:2 , ', ' user@a:1, b:2', ' , '])(
		'transforms the brokers and topics %j only once',
		(names) => {
			const { schema } = newPipe;
			const kafka = { brokers: names, topics: names, consumerGroup: names };
			const once = withSchemaTransforms(schema, { name: names, source: { kafka } });
			expect(once.name).toBe(names.trim());
			expect(withSchemaTransforms(schema, once)).toBe(once);
		},
	);

	it('keeps the spaces of a delimiter', () => {
		const format = { objectStorageFormat: 'CSV', objectStorageDelimiter: ' ' };
		const storage = sent('objectStorage', format);
		expect(storage).toHaveProperty('source.objectStorage.delimiter', ' ');
	});

	it('sends a table definition only for a managed table', () => {
		const options = { destinationTableDefinitionEngineColumnIds: 'a, b' };
		const keys = { destinationTableDefinitionSortingKey: 'id,created', additionalOptions: options };
		expect(sent('kinesis', keys)).not.toHaveProperty('destination.tableDefinition');
		expect(sent('kinesis', { ...keys, ...MANAGED })).toHaveProperty('destination.tableDefinition', {
			engine: { type: 'MergeTree', columnIds: ['a', 'b'] },
			sortingKey: ['id', 'created'],
		});
	});
});

describe('Pipe → Create (SQL)', () => {
	it.each([
		['cityHash64(id, city), id', ['cityHash64(id, city)', 'id']],
		['tuple(\'a,b\', "c,d"), `e,f`', ['tuple(\'a,b\', "c,d")', '`e,f`']],
		["'it''s, (', 'it\\'s, [', x", ["'it''s, ('", "'it\\'s, ['", 'x']],
		["{'a': 1, 'b': 2}, arr[1, 2],", ["{'a': 1, 'b': 2}", 'arr[1, 2]']],
		['a), b(c, d), e', ['a)', 'b(c, d)', 'e']],
		['f(a, b', ['f(a, b']],
		[' id , created ,, ', ['id', 'created']],
		[
			['f(a, b)', ' c '],
			['f(a, b)', 'c'],
		],
	])('splits the sorting key %j only at commas outside of brackets and quotes', (entered, key) => {
		const keys = { destinationTableDefinitionSortingKey: entered };
		const path = 'destination.tableDefinition.sortingKey';
		expect(sent('kinesis', { ...keys, ...MANAGED })).toHaveProperty(path, key);
	});

	it('splits names of roles at each comma', () => {
		const body = sent('kinesis', { additionalOptions: { destinationRoles: "it's, (a, b)" } });
		expect(body).toHaveProperty('destination.roles', ["it's", '(a', 'b)']);
	});
});

describe('Pipe → Create (fields, issues)', () => {
	it('rejects a list that contains only commas', () => {
		expect(pipeIssues(planned('kafka', { kafkaBrokers: ',' }))).toBe('kafkaBrokers is empty');
	});

	it('rejects an empty choice', () => {
		const found = (changes: object) => pipeIssues(planned('kafka', changes));
		expect(found({ kafkaType: '' })).toBe('kafkaType is empty');
		expect(found({ kafkaFormat: null })).toBe('kafkaFormat is empty');
		for (const options of [{}, { allowUnlisted: true }]) {
			const storage = planned('objectStorage', { objectStorageAuthentication: '', options });
			expect(pipeIssues(storage)).toBe('objectStorageAuthentication is empty');
		}
	});

	it('requires the secret of an access key in JSON', () => {
		const sourceAdditionalMembers = { accessKey: { accessKeyId: 'AK' } };
		const plan = planned('objectStorage', { additionalOptions: { sourceAdditionalMembers } });
		expect(pipeIssues(plan)).toBe('.accessKey.secretKey is missing');
	});

	it('rejects an empty column row, which the panel leaves unmarked', () => {
		const plan = planned('kafka', { destinationColumns: { values: [{ name: '', type: '' }] } });
		expect(pipeIssues(plan)).toBe(
			'destinationColumns.0.name is empty, destinationColumns.0.type is empty',
		);
	});

	it("rejects an expression's value if its type is wrong", () => {
		const column = { name: 'a', type: 'UInt8', sourceField: {} };
		const columns = planned('kafka', { destinationColumns: { values: [column] } });
		expect(pipeIssues(columns)).toBe('destinationColumns.0.sourceField must be text,');
		const notRows = planned('kafka', { destinationColumns: 'a UInt8' });
		expect(pipeIssues(notRows)).toBe("destinationColumns can't be read");
		const mapping = { sourceTable: 'a', targetTable: 'a', excludedColumns: true };
		const mappings = planned('postgres', { postgresTableMappings: { values: [mapping] } });
		expect(pipeIssues(mappings)).toBe('postgresTableMappings.0.excludedColumns.0 must be text,');
		const infinite = planned('postgres', { postgresSettingsPullBatchSize: Infinity });
		expect(pipeIssues(infinite)).toBe('additionalOptions.postgresSettingsPullBatchSize must be a');
	});
});

describe('Pipe → Create (fields, warnings)', () => {
	const hintsOn = (kind: Kind, changes: object): string => {
		const { issues, hints } = planned(kind, changes);
		expect(issues).toEqual([]);
		return hints.join(' ');
	};

	it('warns about brokers without a port', () => {
		expect(hintsOn('kafka', { kafkaBrokers: 'one:9092, two,[::1],three:port' })).toMatch(
			/^Brokers .*"two".*"\[::1\]".*"three:port"/,
		);
	});

	const NO_REGISTRY = { kafkaSchemaRegistryAuthentication: 'none' };
	const GLUE = {
		kafkaSchemaRegistryType: 'glue',
		kafkaSchemaRegistryGlueRegion: 'us-east-1',
		kafkaSchemaRegistryGlueRegistryName: 'orders',
		kafkaSchemaRegistryGlueRoleArn: 'arn:aws:iam::123456789012:role/schemas',
	};

	it.each([
		{ format: 'AvroConfluent', fields: NO_REGISTRY, label: 'Schema Registry Authentication' },
		{ format: 'Protobuf', fields: NO_REGISTRY, label: 'Protobuf Schema' },
		{ format: 'AvroConfluent', fields: GLUE, label: '' },
		{ format: 'Protobuf', fields: GLUE, label: '' },
		{
			format: 'Protobuf',
			fields: { ...NO_REGISTRY, additionalOptions: { kafkaProtobufSchema: 'Cg==' } },
			label: '',
		},
		{ format: 'Avro', fields: NO_REGISTRY, label: '' },
	])('warns about $format messages that nothing describes: "$label"', (row) => {
		const { format, fields, label } = row;
		const texts = hintsOn('kafka', { kafkaFormat: format, ...fields });
		const onlyCloud =
			/(?<=^|\. )\S* [^.]*is only supported by ClickHouse Cloud[^.]*\. The node sends it as entered\. ?/g;
		expect(texts.replaceAll(onlyCloud, '').trim()).toMatch(
			label === '' ? /^$/ : new RegExp(`^${label} isn't set, [^.]+ registry\\.$`),
		);
	});

	it('warns about a topic with a space', () => {
		expect(hintsOn('kafka', { kafkaTopics: 'orders, late orders' })).toMatch(
			/Topics.*"late orders"/,
		);
	});

	it("doesn't warn about brokers with a port and topics without a space", () => {
		const right = {
			kafkaBrokers: 'a:9092, [2001:db8::1]:9092 ,',
			kafkaTopics: ' orders , refunds',
		};
		expect(hintsOn('kafka', right)).toBe('');
	});

	it('warns about a managed table without a sorting key', () => {
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
