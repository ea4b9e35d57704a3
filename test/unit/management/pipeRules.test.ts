import { into, pipeIssues, LOGIN, pipeOf, planJson } from './pipeForm';

const found = (pipe: unknown): string => pipeIssues(planJson(pipe));
const GLUE = { type: 'glue', glueRegion: 'r', glueRegistryName: 'n' };
const PROTOBUF = { format: 'Protobuf', protobufSchema: 'Cg==' };
const ROLE = { type: 'msk', authentication: 'IAM_ROLE', iamRole: 'arn' };
const AZURE = { type: 'azureblobstorage', azureContainerName: 'c' };

// test/property/bounds tries the contract's bounds, choices and conditions: here are rules between keys, and the names
// of rules that choose a message.
describe('a new pipe', () => {
	it.each([
		{
			name: 'explains which methods the type of a broker supports',
			pipe: pipeOf('kafka', { type: 'gcmk', authentication: 'SCRAM-SHA-256' }),
			breaks: '.authentication is SCRAM-SHA-256, which',
		},
		{
			name: 'explains which methods files of a type support',
			pipe: pipeOf('objectStorage', { ...AZURE, authentication: 'IAM_ROLE', iamRole: 'r' }),
			breaks: '.authentication is IAM_ROLE, which',
		},
		{
			name: 'refuses secrets that the method does not use',
			pipe: pipeOf('kafka', { ...ROLE, credentials: LOGIN }),
			breaks: ".credentials aren't used with",
		},
		{
			name: 'refuses a secret at any other place of a source',
			pipe: pipeOf('kafka', { sasl: [{ password: 'p' }] }),
			breaks: '.sasl.0.password is a secret,',
		},
		{
			name: 'accepts a tag with the name of a secret',
			pipe: pipeOf('kafka', {}, { tags: { accessKey: 'billing', owner: [{ username: 'ada' }] } }),
			breaks: '',
		},
		{
			name: 'does not combine a Protobuf schema with Glue',
			pipe: pipeOf('kafka', { ...ROLE, ...PROTOBUF, schemaRegistry: GLUE }),
			breaks: ".protobufSchema can't be combined",
		},
		{
			name: 'has no failover slots with a slot of its own',
			pipe: pipeOf('postgres', {
				settings: { replicationSlotName: 's', enableFailoverSlots: true },
			}),
			breaks: ".settings.enableFailoverSlots can't be on",
		},
		{
			name: 'needs tables',
			pipe: pipeOf('mysql', { tableMappings: null }),
			breaks: '.tableMappings has no table',
		},
		{
			name: 'needs no login if the URI has one',
			pipe: pipeOf('mongodb', { uri: 'mongodb://u:p@h', credentials: null }),
			breaks: '',
		},
		{
			name: 'has the concurrency of object storage only there',
			pipe: pipeOf('kafka', {}, { scaling: { concurrency: 1 } }),
			breaks: 'scaling.concurrency is only for',
		},
	])('$name', ({ pipe, breaks }) => {
		expect(found(pipe)).toBe(breaks);
	});

	it('lists the kinds if there are two, and all issues of a body', () => {
		const two = { ...pipeOf('kafka'), source: { kafka: {}, kinesis: {} } };
		expect(planJson(two).issues.at(-1)?.text).toMatch(/one of .+, but contains kafka and kinesis/);
		const source = { brokers: '', type: 'msk', authentication: 'IAM_ROLE' };
		expect(found(pipeOf('kafka', source, { name: '' }))).toBe(
			'name is empty, .brokers is empty, .iamRole is needed with',
		);
	});
});

describe('the type of a column', () => {
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
	])('can be %s', (type) => {
		const { issues, hints } = planJson(typed(type));
		expect([issues, hints?.filter((hint) => hint.includes('type'))]).toEqual([[], []]);
	});

	it.each([
		{ type: 'Uint64', problem: 'contains "Uint64", but' },
		{ type: 'Map(String, Nullable(Uint64))', problem: 'contains "Uint64", but' },
		{ type: 'Decimal(18, 2', problem: "can't be read:" },
		{ type: 'Decimal 18)', problem: "can't be read:" },
		{ type: "Enum8('a = 1)", problem: "can't be read:" },
	])("can't be $type: $problem", ({ type, problem }) => {
		expect(found(typed(type))).toBe(`destination.columns.0.type ${problem}`);
	});

	it('is suggested for an unknown one, which is sent', () => {
		const { issues, hints } = planJson(typed('Strng', 'Array(Long)'));
		expect(issues).toEqual([]);
		expect(hints?.slice(1)).toEqual([
			`"destination.columns.0.type" contains 'Strng', which isn't a known type of ClickHouse (did you mean String?); sent as entered.`,
			`"destination.columns.1.type" contains 'Long', which isn't a known type of ClickHouse; sent as entered.`,
		]);
	});
});

it.each([
	{ host: 'db_1.example.com', isHinted: false },
	{ host: '[2001:db8::1]', isHinted: false },
	{ host: 'db.example.com:5432', isHinted: true },
	{ host: 'db.example.com/shop', isHinted: true },
])('a source at $host has a hint on its host: $isHinted', ({ host, isHinted }) => {
	const { issues, hints = [] } = planJson(pipeOf('postgres', { host }));
	expect(issues).toEqual([]);
	const hint = `"source.postgres.host" isn't a host name or IP address; sent as entered.`;
	expect(hints.includes(hint)).toBe(isHinted);
});
