import { createPipe } from '../../../nodes/CloudManagement/actions/pipe/create.operation';
import { contextOf, sentences, SERVICE_ID } from './context';
import { FORMS, LOGIN } from './pipeForm';

const KAFKA = {
	type: 'kafka',
	format: 'Avro',
	brokers: 'b:9092',
	topics: 't',
	authentication: 'PLAIN',
	credentials: { username: 'u', password: 'p' },
};
const DESTINATION = {
	database: 'd',
	table: 't',
	managedTable: true,
	columns: [
		{ name: 'id', type: 'UInt64' },
		{ name: 'day', type: 'Date' },
	],
};
const PIPE = { name: 'n', source: { kafka: KAFKA }, destination: DESTINATION };

function plan(pipeJson: unknown, options: object = {}, extraCredential?: Record<string, unknown>) {
	const parameters = { serviceId: SERVICE_ID, pipeInput: 'json', pipeJson, options };
	return createPipe.plan(parameters, contextOf({ extraCredential }));
}

const said = (pipeJson: unknown, options: object = {}): string[] =>
	sentences(plan(pipeJson, options).issues);

describe('values that the reference does not list', () => {
	const oracle = {
		...PIPE,
		source: { oracle: { host: 'h', credentials: { username: 'u', password: 'p' } } },
	};
	const unlisted: Array<[string, unknown]> = [
		['a source', oracle],
		['a type', { ...PIPE, source: { kafka: { ...KAFKA, type: 'later' } } }],
		['a format', { ...PIPE, source: { kafka: { ...KAFKA, format: 'Later' } } }],
		[
			'an authentication',
			{ ...PIPE, source: { kafka: { ...KAFKA, authentication: 'OAUTH', credentials: { a: 1 } } } },
		],
	];

	it.each(unlisted)('%s is refused by one issue that names the option', (_what, pipe) => {
		expect(said(pipe)).toEqual([
			expect.stringMatching(/not listed.*option Allow Unlisted Values\.$/),
		]);
	});

	it.each(unlisted)('%s is sent with the option', (_what, pipe) => {
		const { issues, request } = plan(pipe, { allowUnlisted: true });
		expect(issues).toEqual([]);
		expect(request.body).toMatchObject(Object(pipe));
	});

	it('of an authentication and a type have secrets and members of their own', () => {
		const on = { allowUnlisted: true };
		const source = (member: object) => said({ ...PIPE, source: member }, on);
		const hmac = { authentication: 'HMAC', accessKey: { key: 'k' } };
		const storage = { type: 'gcs', format: 'CSV', url: 'https://x/*' };
		expect(source({ objectStorage: { ...storage, ...hmac } })).toEqual([]);
		expect(source({ objectStorage: { type: 'later', format: 'CSV' } })).toEqual([]);
		const kinesis = { format: 'Avro', streamName: 's', region: 'r', iteratorType: 'LATEST' };
		expect(source({ kinesis: { ...kinesis, ...hmac } })).toEqual([]);
		for (const authentication of ['PLAIN', 'MUTUAL_TLS']) {
			const kafka = { ...KAFKA, type: 'later', authentication, credentials: { token: 't' } };
			expect(source({ kafka })).toEqual([]);
		}
	});

	it('do not excuse a listed authentication from its secrets', () => {
		const on = { allowUnlisted: true };
		const storage = { type: 'later', format: 'CSV', url: 'https://x/*' };
		const accessKey = { accessKeyId: 'a', secretKey: 's' };
		const role = { ...storage, iamRole: 'arn', authentication: 'IAM_ROLE', accessKey };
		expect(said({ ...PIPE, source: { objectStorage: role } }, on)).toEqual([
			'source.objectStorage.accessKey is for IAM_USER authentication only. Remove it.',
		]);
	});

	it('leave every other rule in force', () => {
		const on = { allowUnlisted: true };
		expect(said({ ...PIPE, name: 5 }, on)).toHaveLength(1);
		expect(said({ ...PIPE, source: {} }, on)).toEqual([expect.stringContaining('contains none')]);
		expect(said({ ...PIPE, source: { kafka: { ...KAFKA, type: 5 } } }, on)).toHaveLength(1);
		expect(said({ ...oracle, password: 'p' }, on)).toEqual([
			expect.stringContaining('password is a secret, but the API accepts none here'),
		]);
	});

	it('may have the names of secrets below a member that the reference does not have', () => {
		const tagged = { ...PIPE, tags: { accessKey: 'billing', owner: [{ username: 'ada' }] } };
		expect(said(tagged)).toEqual([]);
		expect(plan(tagged).request.body).toHaveProperty('tags.accessKey', 'billing');
		const misplaced = [
			{ ...PIPE, accessKey: 'billing' },
			{ ...PIPE, destination: { ...DESTINATION, credentials: { password: 'p' } } },
			{ ...PIPE, source: { kafka: { ...KAFKA, sasl: [{ password: 'p' }] } } },
		];
		for (const pipe of misplaced) {
			expect(said(pipe)).toEqual([
				expect.stringContaining('is a secret, but the API accepts none'),
			]);
		}
	});

	it('by fields are sent with the option too', () => {
		const form = { ...FORMS.kafka, kafkaFormat: 'Later' };
		expect(sentences(createPipe.plan(form, contextOf()).issues)).toEqual([
			expect.stringMatching(/^Format is "Later", which is not listed/),
		]);
		const allowed = { ...form, options: { allowUnlisted: true } };
		expect(createPipe.plan(allowed, contextOf()).issues).toEqual([]);
	});

	it('that are sources do not take the selected credential, and a hint says so', () => {
		const hints = plan(oracle, { allowUnlisted: true }, { username: 'x' }).hints;
		expect(hints).toContainEqual(expect.stringContaining("which secrets 'oracle' takes"));
		expect(plan(oracle, { allowUnlisted: true }).hints).toEqual([
			"'source.oracle' is not in the reference; sent as it is.",
		]);
	});
});

describe('null', () => {
	const nulls = {
		...PIPE,
		source: {
			kafka: {
				...KAFKA,
				credentials: null,
				offset: null,
				schemaRegistry: null,
				reversePrivateEndpointIds: null,
			},
			postgres: null,
			validateSamples: null,
		},
		destination: {
			...DESTINATION,
			roles: null,
			tableDefinition: {
				engine: { type: null, columnIds: null, versionColumnId: null },
				sortingKey: null,
				partitionBy: null,
				primaryKey: null,
			},
		},
		fieldMappings: null,
		scaling: null,
		settings: null,
	};

	it('counts as left out, and is sent', () => {
		const { issues, request } = plan(nulls);
		expect(issues).toEqual([]);
		expect(request.body).toEqual(nulls);
	});

	it('counts as left out in parts of a pipe', () => {
		const scaling = { replicas: null, concurrency: null, replicaCpuMillicores: null };
		expect(said({ ...PIPE, scaling })).toEqual([]);
		const none = { host: 'h', port: 1, database: 'd', authentication: 'none' };
		const postgres = { ...none, settings: null, tableMappings: null };
		const destination = { database: 'd', table: null, managedTable: null, columns: null };
		expect(said({ name: 'n', destination, source: { postgres } })).toEqual([]);
	});

	it('is no value for what is needed', () => {
		expect(said({ ...PIPE, name: null })).toEqual(['name must be text, but is null.']);
		expect(said({ ...PIPE, destination: { ...DESTINATION, columns: null } })).toEqual([
			expect.stringContaining('destination.columns are needed'),
		]);
		expect(said({ ...PIPE, source: null })).toEqual(['source must be an object, but is null.']);
	});
});

describe('columns and their mappings', () => {
	it('are mapped one to one where no mappings are given', () => {
		expect(plan(PIPE).request.body).toHaveProperty('fieldMappings', [
			{ sourceField: 'id', destinationField: 'id' },
			{ sourceField: 'day', destinationField: 'day' },
		]);
	});

	it('stay as they are where mappings are given', () => {
		const fieldMappings = [
			{ sourceField: 'a', destinationField: 'id' },
			{ sourceField: 'b', destinationField: 'day' },
		];
		expect(plan({ ...PIPE, fieldMappings }).request.body).toEqual({ ...PIPE, fieldMappings });
		const postgres = { postgres: { host: 'h', port: 1, database: 'd', authentication: 'none' } };
		const body = { name: 'n', source: postgres, destination: { database: 'd' } };
		expect(plan(body).request.body).toEqual(body);
	});

	it('have a name each', () => {
		const repeated = [...DESTINATION.columns, { name: 'id', type: 'String' }];
		const destination = { ...DESTINATION, columns: repeated };
		const message = 'is "id", which an earlier column has too. Give each column its own name.';
		expect(said({ ...PIPE, destination })).toEqual([`destination.columns.2.name ${message}`]);
		const form = { ...FORMS.kafka, destinationColumns: { values: repeated } };
		expect(sentences(createPipe.plan(form, contextOf()).issues)).toEqual([
			`Column 3, Name ${message}`,
		]);
	});

	it('are named by the table definition, or a hint says which are not', () => {
		const tableDefinition = {
			engine: { columnIds: ['day', 'other'], versionColumnId: 'version' },
			sortingKey: ['id', 'lower(name)'],
		};
		const { issues, hints } = plan({ ...PIPE, destination: { ...DESTINATION, tableDefinition } });
		expect(issues).toEqual([]);
		expect(hints).toEqual([
			'"destination.tableDefinition.sortingKey" names \'lower(name)\', which is none of the columns; sent as it is.',
			'"destination.tableDefinition.engine.columnIds" names \'other\', which is none of the columns; sent as it is.',
			'"destination.tableDefinition.engine.versionColumnId" names \'version\', which is none of the columns; sent as it is.',
		]);
		const form = {
			...FORMS.kafka,
			destinationManagedTable: true,
			destinationTableDefinitionSortingKey: 'id,nope',
		};
		expect(createPipe.plan(form, contextOf({ extraCredential: LOGIN })).hints).toEqual([
			"Sorting Key names 'nope', which is none of the columns; sent as it is.",
		]);
	});

	it('are named by the mappings, or a hint says which are not', () => {
		const fieldMappings = ['id', 'day', 'nope'].map((name) => ({
			sourceField: name,
			destinationField: name,
		}));
		const { issues, hints } = plan({ ...PIPE, fieldMappings });
		expect([issues, hints]).toEqual([
			[],
			['"fieldMappings" names \'nope\', which is none of the columns; sent as it is.'],
		]);
	});

	it('are not mapped where the mappings are null, and a hint says so', () => {
		const { issues, hints, request } = plan({ ...PIPE, fieldMappings: null });
		expect([issues, hints]).toEqual([
			[],
			['"fieldMappings" is null although there are columns; sent as it is.'],
		]);
		expect(request.body).toHaveProperty('fieldMappings', null);
		const postgres = { host: 'h', port: 1, database: 'd', tableMappings: [{ sourceTable: 'a' }] };
		const login = { username: 'u', password: 'p' };
		const bare = {
			name: 'n',
			source: { postgres },
			destination: { database: 'd' },
			fieldMappings: null,
		};
		expect(plan(bare, {}, login)).toMatchObject({ issues: [], hints: [] });
	});

	it('are named by the form where a mapping is invalid', () => {
		const values = [{ name: 'id', type: 'UInt64', sourceField: { a: 1 } }];
		const form = { ...FORMS.kafka, destinationColumns: { values } };
		expect(sentences(createPipe.plan(form, contextOf()).issues)).toEqual([
			'Column 1, Source Field must be text, but is an object.',
		]);
		const unnamed = { values: [{ name: { a: 1 }, type: 'UInt64' }] };
		const issues = createPipe.plan({ ...form, destinationColumns: unnamed }, contextOf()).issues;
		expect(sentences(issues)).toContain('Column 1, Name must be text, but is an object.');
	});
});

describe('a Postgres pipe by JSON', () => {
	const hintsOf = (tableMappings: unknown) => {
		const postgres = { host: 'h', port: 1, database: 'd', tableMappings };
		const pipe = { name: 'n', source: { postgres }, destination: { database: 'd' } };
		const { issues, hints } = plan(pipe, {}, { username: 'u', password: 'p' });
		expect(issues).toEqual([]);
		return hints;
	};

	it.each([undefined, null, []])('without a table gives a hint: %j', (tableMappings) => {
		expect(hintsOf(tableMappings)).toEqual([
			'"source.postgres.tableMappings" names no table; sent as it is.',
		]);
	});

	it.each([undefined, null, []])('with a custom sorting key without keys, too: %j', (keys) => {
		expect(
			hintsOf([
				{ sourceTable: 'a' },
				{ sourceTable: 'b', useCustomSortingKey: true, sortingKeys: keys },
			]),
		).toEqual([
			'"source.postgres.tableMappings.1.sortingKeys" is empty although a custom sorting key is to be used; sent as it is.',
		]);
	});

	it.each([{}, { sourceTable: null }, { targetTable: 'b' }])(
		'with a mapping that names no source table, too: %j',
		(mapping) => {
			expect(hintsOf([{ sourceTable: 'a' }, mapping])).toEqual([
				'"source.postgres.tableMappings.1.sourceTable" is empty; sent as it is.',
			]);
		},
	);

	it('with its tables and their keys gives none', () => {
		const mapping = { sourceTable: 'a', useCustomSortingKey: true, sortingKeys: ['id'] };
		expect(hintsOf([mapping, { sourceTable: 'b', sortingKeys: null }])).toEqual([]);
	});

	it('is refused as before where its mappings are no list of objects', () => {
		for (const tableMappings of ['a', ['a']]) {
			const postgres = { host: 'h', port: 1, database: 'd', tableMappings };
			const pipe = { name: 'n', source: { postgres }, destination: { database: 'd' } };
			const { issues } = plan(pipe, {}, { username: 'u', password: 'p' });
			expect(sentences(issues)).toEqual([expect.stringContaining('tableMappings')]);
		}
	});
});

describe('members that the reference does not have', () => {
	it('are listed in one hint', () => {
		const body = { ...PIPE, source: { kafka: { ...KAFKA, ofset: { strategy: 'from_latest' } } } };
		expect(plan(body).hints).toEqual([
			"'source.kafka.ofset' is not in the reference; sent as it is.",
		]);
		expect(plan(PIPE).hints).toEqual([]);
		expect(createPipe.plan(FORMS.kinesis, contextOf()).hints).toEqual([]);
	});
});

describe('the wording of issues', () => {
	it('say to add to the JSON what the JSON lacks', () => {
		expect(said({ ...PIPE, name: undefined })).toEqual(['name is missing. Add it to the JSON.']);
		expect(said({ ...PIPE, name: '' })).toEqual(['name is empty. Enter a value.']);
	});

	it('say to enter by fields what is empty', () => {
		const form = { ...FORMS.kafka, name: '', kafkaBrokers: '' };
		expect(sentences(createPipe.plan(form, contextOf()).issues)).toEqual([
			'Name is empty. Enter a value.',
			'Brokers is empty. Enter a value.',
		]);
	});

	it('name the source where the form has none', () => {
		const form = { ...FORMS.kafka, sourceKind: 'oracle' };
		expect(sentences(createPipe.plan(form, contextOf()).issues)).toContainEqual(
			expect.stringMatching(/^Source must contain exactly one/),
		);
	});
});

describe('numbers', () => {
	it('of Postgres settings are finite', () => {
		const postgres = { host: 'h', port: 5432, database: 'd', authentication: 'none' };
		const body = (settings: string): string =>
			JSON.stringify({
				name: 'n',
				destination: { database: 'd' },
				source: { postgres: { ...postgres, settings: { pullBatchSize: 0 } } },
			}).replace('"pullBatchSize":0', `"pullBatchSize":${settings}`);
		expect(said(body('1e3'))).toEqual([]);
		expect(said(body('1e999'))).toEqual([
			'Pipe Definition contains a number at "source.postgres.settings.pullBatchSize" that JSON cannot carry. Correct it.',
		]);
		const form = {
			...FORMS.postgres,
			postgresSettingsPullBatchSize: Number.POSITIVE_INFINITY,
		};
		const extraCredential = { username: 'u', password: 'p' };
		expect(sentences(createPipe.plan(form, contextOf({ extraCredential })).issues)).toEqual([
			'Pull Batch Size must be a finite number.',
		]);
	});
});
