import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { createPipe } from '../../../nodes/CloudManagement/actions/pipe/create.operation';
import type { Parameters } from '../../../nodes/core/operation';
import { CloudManagement } from '../../../nodes/CloudManagement/CloudManagement.node';
import { contextOf, SERVICE_ID, sentences } from './context';
import { FORMS, LOGIN } from './pipeForm';

const { description } = new CloudManagement();
const CREATE = { resource: 'pipe', operation: 'create' };

function fieldsNamed(name: string): INodeProperties[] {
	const found = createPipe.properties.filter((field) => field.name === name);
	if (found.length === 0) throw new Error(`No field ${name}`);
	return found;
}

function addedOptions(): INodeProperties[] {
	const options = fieldsNamed('additionalOptions').flatMap((field) => field.options ?? []);
	return options.filter((option): option is INodeProperties => 'type' in option);
}

/** Whether the panel shows the credential of the source: `raw` is stored, n8n adds the defaults. */
function showsSourceCredential(raw: INodeParameters): boolean {
	const { credentials = [], properties } = description;
	const credential = credentials.find(({ name }) => name === 'cloudPipeSourceApi');
	if (credential === undefined) throw new Error('No credential');
	const all = NodeHelpers.getNodeParameters(properties, raw, true, false, null, description);
	return NodeHelpers.displayParameter(all ?? {}, credential, null, description);
}

describe('selectors that decide which fields exist', () => {
	const shown = createPipe.properties.flatMap(({ displayOptions }) =>
		Object.keys(displayOptions?.show ?? {}),
	);
	const deciding = createPipe.properties.filter(
		({ name, type }) => type === 'options' && shown.includes(name),
	);

	it('take no expression, except for formats, whose fields n8n does not require', () => {
		expect(deciding.length).toBeGreaterThan(10);
		const open = deciding.filter(({ noDataExpression }) => noDataExpression !== true);
		const names = open.map(({ name }) => name);
		expect(names).toEqual(['kafkaFormat', 'objectStorageFormat']);
		const dependent = createPipe.properties.filter(({ displayOptions }) =>
			names.some((name) => displayOptions?.show?.[name] !== undefined),
		);
		expect(dependent.map(({ name }) => name)).toContain('kafkaSchemaRegistryUrl');
		expect(dependent.filter(({ required }) => required === true)).toEqual([]);
	});

	it('require the address of the registry in the plan', () => {
		const form = {
			...FORMS.kafka,
			kafkaFormat: 'AvroConfluent',
			kafkaSchemaRegistryAuthentication: 'PLAIN',
		};
		const { issues } = createPipe.plan(form, contextOf());
		expect(sentences(issues)).toEqual(['Schema Registry URL is empty. Enter a value.']);
		const other = { ...form, kafkaFormat: 'Avro' };
		expect(createPipe.plan(other, contextOf()).issues).toEqual([]);
	});

	const cases: Array<[string, string, object]> = [
		['sourceKind', 'Source', FORMS.kafka],
		['kafkaType', 'Kafka Type', FORMS.kafka],
		['kafkaAuthentication', 'Authentication', FORMS.kafka],
		['kafkaOffsetStrategy', 'Start From', FORMS.kafka],
		['kinesisAuthentication', 'Authentication', FORMS.kinesis],
		['kinesisIteratorType', 'Start From', FORMS.kinesis],
		['objectStorageType', 'Storage Type', FORMS.objectStorage],
		['objectStorageAuthentication', 'Authentication', FORMS.objectStorage],
		['tableMappingsInput', 'Define Tables', FORMS.postgres],
		['columnsInput', 'Define Columns', FORMS.kafka],
		['pipeInput', 'Define Pipe', FORMS.kafka],
	];

	it.each(cases)('%s with an unresolved expression is an invalid item', (name, label, form) => {
		const parameters = { ...form, [name]: '{{ $json.choice }}' };
		const { issues } = createPipe.plan(parameters, contextOf({ extraCredential: LOGIN }));
		expect(sentences(issues)).toEqual([
			`${label} takes no expression. Choose a value, or define the pipe by JSON.`,
		]);
	});

	it('use the selected credential where n8n resolves the expression', () => {
		const form = { ...FORMS.kafka, kafkaAuthentication: 'SCRAM-SHA-512' };
		const { request, issues } = createPipe.plan(form, contextOf({ extraCredential: LOGIN }));
		expect(issues).toEqual([]);
		expect(request.body).toHaveProperty('source.kafka.credentials', LOGIN);
	});
});

describe('the credential of the source', () => {
	const kafka = { ...CREATE, sourceKind: 'kafka', kafkaType: 'msk', kafkaBrokers: 'b:9092' };
	const storage = { ...CREATE, sourceKind: 'objectStorage' };
	const registry = { kafkaFormat: 'AvroConfluent', kafkaSchemaRegistryAuthentication: 'PLAIN' };

	it.each<[string, INodeParameters, boolean]>([
		['a fresh Create', CREATE, false],
		[
			'the login that a fresh Create begins with, and brokers',
			{ ...CREATE, kafkaBrokers: 'b' },
			true,
		],
		['brokers from an expression', { ...CREATE, kafkaBrokers: '={{ $json.b }}' }, true],
		['Kafka without a method', kafka, false],
		['Kafka without a method but with a registry', { ...kafka, ...registry }, false],
		['a Kafka login', { ...kafka, kafkaAuthentication: 'SCRAM-SHA-512' }, true],
		['a Kafka access key', { ...kafka, kafkaAuthentication: 'IAM_USER' }, true],
		['a Kafka role', { ...kafka, kafkaAuthentication: 'IAM_ROLE' }, false],
		['a role and a registry', { ...kafka, ...registry, kafkaAuthentication: 'IAM_ROLE' }, true],
		['a Kafka type with one method', { ...kafka, kafkaType: 'warpstream' }, true],
		['a Kinesis role', { ...CREATE, sourceKind: 'kinesis' }, false],
		[
			'a Kinesis key',
			{ ...CREATE, sourceKind: 'kinesis', kinesisAuthentication: 'IAM_USER' },
			true,
		],
		['storage without a choice', storage, false],
		['public files', { ...storage, objectStorageAuthentication: 'none' }, false],
		['a storage role', { ...storage, objectStorageAuthentication: 'IAM_ROLE' }, false],
		['a storage key', { ...storage, objectStorageAuthentication: 'IAM_USER' }, true],
		['Postgres', { ...CREATE, sourceKind: 'postgres' }, true],
		['JSON', { ...CREATE, pipeInput: 'json' }, true],
		['Delete', { resource: 'pipe', operation: 'delete' }, false],
		['another resource', { resource: 'service', operation: 'get' }, false],
	])('with %s', (_name, parameters, isShown) => {
		expect(showsSourceCredential(parameters)).toBe(isShown);
	});
});

describe('additional options', () => {
	it('are in alphabetical order', () => {
		const names = addedOptions().map(({ displayName }) => displayName);
		expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other)));
	});

	it('begin empty where they are numbers, and show their bounds', () => {
		const numbers = addedOptions().filter(({ type }) => type === 'number');
		expect(numbers.length).toBeGreaterThan(15);
		expect(numbers.filter((field) => field.default !== '')).toEqual([]);
		const hints = Object.fromEntries(numbers.map(({ name, hint }) => [name, hint]));
		expect(hints).toMatchObject({
			settingsObjectStoragePollingIntervalMs: '100 to 3,600,000',
			scalingReplicaMemoryGb: '0.5 to 8',
		});
		expect(hints).not.toHaveProperty('scalingReplicas', expect.anything());
	});

	it('are named in issues like fields', () => {
		const additionalOptions = { settingsEngineMaxThreads: 65, scalingReplicas: 1.5 };
		const { issues } = createPipe.plan({ ...FORMS.kafka, additionalOptions }, contextOf());
		expect(issues.map(({ path }) => path).sort()).toEqual([
			...['scaling.replicas', 'settings.engine_max_threads'],
		]);
	});
});

describe('a list of texts', () => {
	const options = (name: string) => (value: unknown) => ({
		...FORMS.kafka,
		destinationManagedTable: true,
		additionalOptions: { [name]: value },
	});
	const table = (name: string) => (value: unknown) => {
		const keys = { useCustomSortingKey: true, sortingKeys: 'id' };
		const row = { sourceTable: 'a', targetTable: 'a', ...keys, [name]: value };
		return { ...FORMS.postgres, postgresTableMappings: { values: [row] } };
	};
	const sortingKey = (destinationTableDefinitionSortingKey: unknown) => ({
		...options('')(undefined),
		destinationTableDefinitionSortingKey,
	});

	it.each<[string, (value: unknown) => Parameters]>([
		['Destination Role', options('destinationRoles')],
		['Engine Column ID', options('destinationTableDefinitionEngineColumnIds')],
		['Reverse Private Endpoint ID', options('kafkaReversePrivateEndpointIds')],
		['Sorting Key', sortingKey],
		['Table Mapping 1, Excluded Column', table('excludedColumns')],
		['Table Mapping 1, Sorting Key', table('sortingKeys')],
	])('is refused where it is neither a list nor text: %s', (label, formOf) => {
		const said = (value: unknown) =>
			sentences(createPipe.plan(formOf(value), contextOf({ extraCredential: LOGIN })).issues);
		for (const value of [{ a: 1 }, true, false, 7]) {
			expect(said(value)).toContainEqual(expect.stringContaining(`${label} 1 must be text`));
		}
		for (const value of ['id', 'id, id', ['id']]) expect(said(value)).toEqual([]);
		for (const value of [undefined, null, '', ' ', []]) {
			expect(said(value).join()).not.toContain('must be');
		}
	});
});

describe('the pipe by JSON', () => {
	it('begins with a definition that is valid', () => {
		const [field] = fieldsNamed('pipeJson');
		const parameters = { serviceId: SERVICE_ID, pipeInput: 'json', pipeJson: field?.default };
		const { request, issues } = createPipe.plan(parameters, contextOf());
		expect(issues).toEqual([]);
		expect(request.body).toHaveProperty('destination.columns');
		expect(request.body).toHaveProperty('destination.tableDefinition.engine.type', 'MergeTree');
	});

	it('is named in issues as in the panel', () => {
		const parameters = { serviceId: SERVICE_ID, pipeInput: 'json', pipeJson: '[]' };
		const { issues } = createPipe.plan(parameters, contextOf());
		expect(issues.map(({ path }) => path)).toEqual(['pipeJson']);
	});
});
