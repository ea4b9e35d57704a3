import { CLOUD, cloudIssues, PIPE_ID, sentences } from './context';
import { FORMS, into, pipeIssues, LOGIN, pipeOf, planForm, planJson } from './pipeForm';

const found = (pipe: unknown): string => pipeIssues(planJson(pipe));
const GLUE = { type: 'glue', glueRegion: 'r', glueRegistryName: 'n' };
const PROTOBUF = { format: 'Protobuf', protobufSchema: 'Cg==' };
const ROLE = { type: 'msk', authentication: 'IAM_ROLE', iamRole: 'arn' };
const AZURE = { type: 'azureblobstorage', azureContainerName: 'c' };

// test/property/bounds covers the contract's bounds, choices, and conditions. These are rules between keys, and the
// rules' names in messages.
describe('Pipe → Create (JSON, rules between keys)', () => {
	it.each([
		{
			name: 'explains which methods a type of broker supports',
			pipe: pipeOf('kafka', { type: 'gcmk', authentication: 'SCRAM-SHA-256' }),
			breaks: '.authentication is SCRAM-SHA-256, which',
		},
		{
			name: 'explains which methods a type of file storage supports',
			pipe: pipeOf('objectStorage', { ...AZURE, authentication: 'IAM_ROLE', iamRole: 'r' }),
			breaks: '.authentication is IAM_ROLE, which',
		},
		{
			name: 'rejects secrets that the method does not use',
			pipe: pipeOf('kafka', { ...ROLE, credentials: LOGIN }),
			breaks: ".credentials aren't used with",
		},
		{
			name: 'rejects a secret anywhere else in a source',
			pipe: pipeOf('kafka', { sasl: [{ password: 'p' }] }),
			breaks: '.sasl.0.password is a secret,',
		},
		{
			name: 'accepts a tag with the name of a secret',
			pipe: pipeOf('kafka', {}, { tags: { accessKey: 'billing', owner: [{ username: 'ada' }] } }),
			breaks: '',
		},
		{
			name: 'rejects a Protobuf schema with Glue',
			pipe: pipeOf('kafka', { ...ROLE, ...PROTOBUF, schemaRegistry: GLUE }),
			breaks: ".protobufSchema can't be combined",
		},
		{
			name: 'rejects failover slots with a chosen slot',
			pipe: pipeOf('postgres', {
				settings: { replicationSlotName: 's', enableFailoverSlots: true },
			}),
			breaks: ".settings.enableFailoverSlots can't be on",
		},
		{
			name: 'requires tables',
			pipe: pipeOf('mysql', { tableMappings: null }),
			breaks: '.tableMappings has no table',
		},
		{
			name: 'requires no login if the URI contains it',
			pipe: pipeOf('mongodb', { uri: 'mongodb://u:p@h', credentials: null }),
			breaks: '',
		},
		{
			name: 'rejects object storage concurrency for other sources',
			pipe: pipeOf('kafka', {}, { scaling: { concurrency: 1 } }),
			breaks: 'scaling.concurrency is only for',
		},
	])('$name', ({ pipe, breaks }) => {
		expect(found(pipe)).toBe(breaks);
	});

	it('lists the kinds of a body with two sources', () => {
		const two = { ...pipeOf('kafka'), source: { kafka: {}, kinesis: {} } };
		expect(planJson(two).issues.at(-1)?.text).toMatch(/one of .+, but contains kafka and kinesis/);
	});

	it('lists all issues of a body', () => {
		const source = { brokers: '', type: 'msk', authentication: 'IAM_ROLE' };
		expect(found(pipeOf('kafka', source, { name: '' }))).toBe(
			'name is empty, .brokers is empty, .iamRole is needed with',
		);
	});
});

describe('Pipe → Create (JSON, column types)', () => {
	const typed = (...types: string[]) =>
		pipeOf(
			'kafka',
			{},
			into({ columns: types.map((type, at) => ({ name: `c${String(at)}`, type })) }),
		);

	it.each([
		'VARCHAR(255)',
		"Enum8('a' = 1, 'it''s)' = 2)",
		'Tuple(a UInt8, `b c` Map(String, UUID))',
		"DateTime64(3, 'UTC')",
		'JSON(max_dynamic_paths=8, a.b UInt32, SKIP x)',
		'Dynamic(max_types=3)',
		'DOUBLE PRECISION',
		"Object('json')",
		'SimpleAggregateFunction(max, Nullable(Float64))',
	])('accepts the column type %s', (type) => {
		const { issues, hints } = planJson(typed(type));
		expect([issues, hints.filter((hint) => hint.includes('type'))]).toEqual([[], []]);
	});

	it.each([
		{ type: 'Uint64', problem: 'contains "Uint64", but' },
		{ type: 'Map(String, Nullable(Uint64))', problem: 'contains "Uint64", but' },
		{ type: 'Decimal(18, 2', problem: "can't be read:" },
		{ type: 'Decimal 18)', problem: "can't be read:" },
		{ type: "Enum8('a = 1)", problem: "can't be read:" },
	])('reports the column type $type: $problem', ({ type, problem }) => {
		const plan = planJson(typed(type), undefined, {}, CLOUD.credential);
		expect(pipeIssues(plan)).toBe(`destination.columns.0.type ${problem}`);
	});

	it('warns about an unknown type that resembles no known type', () => {
		const { issues, hints } = planJson(
			typed('Long', 'Array(Strng)'),
			undefined,
			{},
			CLOUD.credential,
		);
		expect(issues).toEqual([]);
		expect(hints.slice(1)).toEqual([
			`"destination.columns.0.type" contains "Long", which isn't a known type of ClickHouse. The node sends it as entered.`,
			`"destination.columns.1.type" contains "Strng", which isn't a known type of ClickHouse (did you mean String?). The node sends it as entered.`,
		]);
	});
});

describe('Pipe → Create (JSON, likely mistakes)', () => {
	const typed = (type: string) => pipeOf('kafka', {}, into({ columns: [{ name: 'a', type }] }));
	const sorted = (sortingKey: string, type = 'MergeTree') =>
		pipeOf(
			'kafka',
			{},
			into({
				columns: [{ name: 'customer', type: 'String' }],
				tableDefinition: { engine: { type }, sortingKey: [sortingKey] },
			}),
		);
	const role = (iamRole: string) => pipeOf('kinesis', { iamRole });
	const host = (name: string) => pipeOf('postgres', { host: name });
	const files = (url: string, type = 's3') => pipeOf('objectStorage', { url, type });
	const { credential: cloud } = CLOUD;

	it.each([
		[host('db.example.com:5432'), ".host isn't a host"],
		[host('10.0.0.1:5432'), ".host isn't a host"],
		[host('[2001:db8::1]:5432'), ".host isn't a host"],
		[host('db.example.com/shop'), ".host isn't a host"],
		...[
			'a.example?host=b.example',
			'a.example#b.example',
			'a@b.example',
			'a\\b.example',
			'[x]',
		].map((name): [ReturnType<typeof pipeOf>, string] => [host(name), ".host isn't a host"]),
		[pipeOf('mongodb', { uri: 'mongodb://a.example?@b.example/db' }), '.uri has no clear'],
		[pipeOf('mysql', { tlsHost: 'cafe:3306' }), ".tlsHost isn't a host"],
		[pipeOf('mongodb', { uri: 'mongodb+srv://c.example.com:27017/shop' }), '.uri has a port,'],
		[pipeOf('kafka', {}, { name: 'n'.repeat(256) }), 'name is longer than'],
		[role('my-role'), ".iamRole isn't the ARN"],
		[role('arn:aws:s3:::bucket'), ".iamRole isn't the ARN"],
		[files('bucket/orders/*.json'), '.url has no scheme,'],
		[
			pipeOf('kafka', { brokers: 'b:9092,broker-1.example.com:9o92' }),
			'.brokers contains "broker-1.example.com:9o92", which',
		],
		[pipeOf('kafka', { brokers: 'a:9092;b:9092' }), '.brokers contains a broker'],
		[pipeOf('kafka', { brokers: 'ada:lovelace@a:9092' }), '.brokers contains a broker'],
		...[
			':9092',
			'a.example:65536',
			'[2001:db8::1]:99999',
			'a.example?b.example:9092',
			'a/b:9092',
			'host:0',
			'a:99999999',
			'x:y:z',
			'[::1]:abc',
			'[x]:1',
		].map((brokers): [ReturnType<typeof pipeOf>, string] => [
			pipeOf('kafka', { brokers }),
			`.brokers contains "${brokers}", which`,
		]),
		[pipeOf('kafka', { topics: 'orders eu' }), '.topics contains "orders eu",'],
		[sorted('custmer'), 'destination.tableDefinition.sortingKey refers to the'],
		[typed('Strnig'), 'destination.columns.0.type contains "Strnig", which'],
		[typed('string'), 'destination.columns.0.type contains "string", but'],
		...['UInt64 UInt32', 'Array(UInt32) UInt32', 'Tuple(a UInt64 UInt32)'].map(
			(type): [ReturnType<typeof pipeOf>, string] => [
				typed(type),
				'destination.columns.0.type contains a second',
			],
		),
		...['Array()', 'Array', 'Array(String, UInt8)', 'Array(Array(UInt8), UInt8)'].map(
			(type): [ReturnType<typeof pipeOf>, string] => [
				typed(type),
				'destination.columns.0.type contains Array, which',
			],
		),
		[typed('Map(String)'), 'destination.columns.0.type contains Map, which'],
		[
			sorted('customer', 'MergeTre'),
			"destination.tableDefinition.engine.type isn't MergeTree, Null,",
		],
	])('reports a likely mistake in ClickHouse Cloud (%#)', (pipe, problem) => {
		const stopped = planJson(pipe, undefined, {}, cloud);
		expect(pipeIssues(stopped)).toBe(problem);
		const [sentence] = sentences(stopped.issues);
		expect(sentence).toMatch(/\. To use it anyway, turn on Allow Unusual Values in the options\.$/);
		for (const { issues, hints } of [
			planJson(pipe, undefined, { allowUnlisted: true }, cloud),
			planJson(pipe),
			planJson(pipe, undefined, {}, { apiDialect: 'custom' }),
		]) {
			expect(issues).toEqual([]);
			expect(hints).toContainEqual(expect.stringMatching(/[^.]\. The node sends it as entered\.$/));
		}
	});

	it.each(['a:9092; b:9092', 'ada:a b@a:9092, b:9092'])(
		'sends the brokers %s as entered',
		(brokers) => {
			const { hints, request } = planJson(pipeOf('kafka', { brokers }));
			expect(hints).toContainEqual(
				expect.stringMatching(/brokers.*The node sends it as entered\.$/),
			);
			expect(request.body).toMatchObject({ source: { kafka: { brokers } } });
		},
	);

	it("doesn't quote a broker that may contain a password", () => {
		const { issues, hints } = planJson(pipeOf('kafka', { brokers: 'lovelace@a' }));
		expect(JSON.stringify([issues, hints])).not.toContain('lovelace');
	});

	it('reports a scheme in Brokers once, next to another mistake', () => {
		const found = (brokers: string) =>
			pipeIssues(planJson(pipeOf('kafka', { brokers }), undefined, {}, cloud));
		expect(found('SASL_SSL://a:9092')).toBe('.brokers contains a scheme,');
		expect(found('SASL_SSL://a:9092, b:0')).toBe(
			'.brokers contains a scheme,, .brokers contains "b:0", which',
		);
	});

	it.each(['postgres://ada:a@db.example.com:5432/shop', 'https://db.example.com'])(
		'reports the URL %s in Host once',
		(url) => {
			const body = pipeOf('postgres', { host: url, tlsHost: url });
			const found = pipeIssues(planJson(body, undefined, {}, cloud));
			expect(found).toBe('.host contains a scheme,, .tlsHost contains a scheme,');
		},
	);

	it('suggests the type with swapped letters before a type with a wrong letter', () => {
		const [{ text } = {}] = planJson(typed('UInt46'), undefined, {}, cloud).issues;
		expect(text).toContain('(did you mean UInt64?)');
	});

	it.each([
		...['db', 'db_1.example.com', '10.0.0.1', '2001:db8::1', '[2001:db8::1]', 'fe80::1%eth0'].map(
			host,
		),
		host('vpce-0a1b-2c3d.vpce-svc-4e5f.us-east-1.vpce.amazonaws.com'),
		...[
			'mongodb://a.example.com:27017,b.example.com:27018/?replicaSet=rs0',
			'mongodb+srv://c.example.com/shop?retryWrites=true',
			'mongodb+srv://ada:5432@c.example.com',
			'mongodb://[2001:db8::1]:27017,[::1]/shop?',
			'mongodb+srv://ada:p%40ss@c.example.com/?authSource=%24external&proxyHost=p.example.com',
			'mongodb://c.example.com/?readPreferenceTags=dc:ny,rack:1&readPreferenceTags=',
		].map((uri) => pipeOf('mongodb', { uri })),
		...['customer', 'toDate(customer)'].map((sortingKey) => sorted(sortingKey)),
		...[
			'broker',
			'2001:db8::1',
			'fe80::1%eth0',
			'[2001:db8::1]:9092',
			'a.example:65535',
			'[fe80::1%eth0]:9092',
			'b-1.msk.example.com:14001, b-2.msk.example.com:14002',
		].map((brokers) => pipeOf('kafka', { brokers })),
		...['aws', 'aws-cn', 'aws-us-gov', 'aws-iso', 'aws-iso-b'].map((partition) =>
			role(`arn:${partition}:iam::123456789012:role/service/pipes`),
		),
		files('s3://bucket/orders/*.json'),
		files('gs://bucket/orders/*.json', 'gcs'),
		files('https://s3.example.com:9000/bucket/*.json'),
		files('http://minio.example.com/bucket/*.json'),
		pipeOf('objectStorage', {
			type: 'gcs',
			isContinuous: true,
			authentication: 'SERVICE_ACCOUNT',
			serviceAccountKey: 'e30=',
			queueUrl: 'projects/shop/subscriptions/orders',
		}),
		pipeOf('objectStorage', { type: 'azureblobstorage', url: undefined, azureContainerName: 'c' }),
		pipeOf('bigquery', { snapshotStagingPath: 'gs://staging/orders' }),
		pipeOf('kafka', {}, { name: '🙂'.repeat(255) }),
		...[
			'VARCHAR',
			'varchar(255)',
			'DOUBLE PRECISION',
			'INT SIGNED',
			'INT(11) UNSIGNED',
			'NATIONAL CHARACTER LARGE OBJECT',
			"DateTime('UTC') DEFAULT now()",
			'Array(Tuple(a UInt8, String))',
			'Map(String, Array(Nullable(DOUBLE PRECISION)))',
			'Tuple(UInt8, b UInt16,)',
			'Array(UInt8,)',
			'Enum',
			'JSON(max_dynamic_paths=8)',
			'Variant(String, UInt8)',
			'Dynamic',
			'Time64(3)',
			'BFloat16',
			'QBit(Float32, 8)',
			'geometry',
			'AggregateFunction(sum, UInt64)',
			'Nested(a UInt8)',
			'IntervalDay',
			'Strnig(3)',
		].map(typed),
	])('accepts a similar but valid value (%#)', (pipe) => {
		expect(pipeIssues(planJson(pipe, undefined, {}, cloud))).toBe('');
	});

	const table = (name: string) => pipeOf('kafka', {}, into({ database: 'default', table: name }));
	const mapped = (kind: 'mongodb' | 'mysql', sourceName: string, targetTable = 'orders') => {
		const [container, name] =
			kind === 'mongodb' ? ['Database', 'sourceCollection'] : ['Schema', 'sourceTable'];
		const mapping = { [`source${container}Name`]: 'shop', [name]: sourceName, targetTable };
		return pipeOf(kind, { tableMappings: [mapping] }, { destination: { database: 'default' } });
	};

	it.each([
		[
			table('default.orders'),
			'is "default.orders", which repeats the database. Enter only orders.',
		],
		[
			table('other.orders'),
			'is "other.orders", which seems to start with a database. Enter other in Destination Database, and only orders in this field.',
		],
		[mapped('mysql', 'shop.orders'), 'is "shop.orders", which repeats the schema. Enter only'],
		[mapped('mysql', 'db.shop.orders'), 'is "db.shop.orders", which repeats the schema.'],
		[mapped('mysql', 'eu.orders'), 'Enter eu in Source Schema Name, and only orders in this'],
		[mapped('mysql', 'orders', 'default.orders'), 'which repeats the database. Enter only orders.'],
	])('stops a name that contains its schema or database (%#)', (pipe, text) => {
		expect(sentences(planJson(pipe, undefined, {}, cloud).issues).join()).toContain(text);
		const allowed = planJson(pipe, undefined, { allowUnlisted: true }, cloud);
		for (const plan of [planJson(pipe), allowed]) {
			expect(pipeIssues(plan)).toBe('');
			expect(plan.hints.join()).toContain('. The node sends it as entered.');
		}
	});

	it.each([
		...['orders', 'orders.2024', '.inner.orders', 'default.', 'a b.c'].map(table),
		mapped('mysql', 'orders.2024'),
	])('sends other names with dots without a word (%#)', (pipe) => {
		const { hints, issues } = planJson(pipe, undefined, {}, cloud);
		expect([...hints, ...sentences(issues)].join()).not.toContain('which');
	});

	it('only warns about dots in the names of collections', () => {
		const pipe = mapped('mongodb', 'system.users');
		const { hints, issues } = planJson(pipe, undefined, {}, cloud);
		expect(issues).toEqual([]);
		expect(hints.join()).toContain('is "system.users", which seems to start with a database.');
	});

	it('takes a quoted dot in a list for part of the name', () => {
		const entered = (tableMappingsList: string) =>
			pipeIssues(
				planForm({ ...FORMS.mysql, tableMappingsList }, { method: 'login', ...LOGIN }, cloud),
			);
		expect(entered('shop.eu.orders')).toContain('TableMappings.0.sourceTable is "eu.orders",');
		expect(entered('shop."eu.orders"')).toBe('');
		expect(entered('`shop.eu.orders` -> `orders`')).toBe('');
	});

	it('reports a name with its schema in an update, except among the tables to remove', () => {
		const mapping = { sourceSchemaName: 's', sourceTable: 'o', targetTable: 'default.orders' };
		const update = (list: string) =>
			cloudIssues('pipe.update', {
				pipeId: PIPE_ID,
				updateFields: { additionalMembers: { source: { mysql: { [list]: [mapping] } } } },
			}).join();
		expect(update('tableMappingsToAdd')).toContain('.0.targetTable is "default.orders",');
		expect(update('tableMappingsToRemove')).toBe('');
	});

	it('reports a likely mistake in an update too', () => {
		const update = (source: object) =>
			cloudIssues('pipe.update', {
				pipeId: PIPE_ID,
				updateFields: { additionalMembers: { source } },
			});
		expect(update({ postgres: { host: 'db.example.com:5432' } })[0]).toContain("isn't a host");
		expect(update({ kafka: { iamRole: 'my-role' } })[0]).toContain("isn't the ARN");
		expect(update({ mysql: { tlsHost: 'db:3306' } })[0]).toContain("isn't a host");
		const uri = 'mongodb+srv://c.example.com:27017';
		expect(update({ mongodb: { uri } })[0]).toContain('has a port');
	});

	it.each([
		{ mysql: { host: 'db', port: 1, tlsHost: 'db.example.com' } },
		{ mongodb: { uri: 'mongodb+srv://[hidden]@c.example.com' } },
		{ mongodb: { uri: 'mongodb://a:27017,b:27017' } },
	])('accepts the update %j', (source) => {
		const updateFields = { additionalMembers: { source } };
		expect(cloudIssues('pipe.update', { pipeId: PIPE_ID, updateFields })).toEqual([]);
	});
});
