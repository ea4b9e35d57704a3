import { createPipe } from '../../../nodes/CloudManagement/actions/pipe/create.operation';
import { isJsonObject } from '../../../nodes/core/json';
import type { Parameters } from '../../../nodes/core/operation';
import { VALID_PIPES } from '../../property/validPipes';
import { contextOf, SERVICE_ID } from './context';
import { FORMS, LOGIN } from './pipeForm';

const LOGIN_CONTEXT = contextOf({ extraCredential: LOGIN });

const padded = (value: unknown): unknown => (typeof value === 'string' ? ` \n${value}\r\n` : value);

/** Pads the members of these names, wherever they are. */
function paddedMembers(value: unknown, names: ReadonlySet<string>): unknown {
	if (Array.isArray(value)) return value.map((entry) => paddedMembers(entry, names));
	if (!isJsonObject(value)) return value;
	const members = Object.entries(value).map(([name, member]): [string, unknown] => {
		if (!names.has(name)) return [name, paddedMembers(member, names)];
		return [name, Array.isArray(member) ? member.map(padded) : padded(member)];
	});
	return Object.fromEntries(members);
}

const json = (pipeJson: unknown) =>
	createPipe.plan({ serviceId: SERVICE_ID, pipeInput: 'json', pipeJson }, contextOf());

describe('names, brokers, topics, URLs and ARNs of a pipe', () => {
	const FIELDS = new Set([
		...['name', 'destinationDatabase', 'destinationTable', 'sourceField', 'type'],
		...['kafkaBrokers', 'kafkaTopics', 'kinesisStreamName', 'kinesisRegion', 'kinesisIamRole'],
		...['objectStorageUrl', 'postgresHost', 'postgresDatabase'],
	]);

	it.each(Object.entries(FORMS))('are trimmed by fields: %s', (_kind, form: Parameters) => {
		const changed = paddedMembers(form, FIELDS);
		expect(changed).not.toEqual(form);
		if (!isJsonObject(changed)) throw new Error('a form has fields');
		expect(createPipe.plan(changed, LOGIN_CONTEXT)).toEqual(createPipe.plan(form, LOGIN_CONTEXT));
	});

	const MEMBERS = new Set([
		...['name', 'database', 'table', 'destinationField', 'sortingKey', 'columnIds', 'roles'],
		...['versionColumnId', 'brokers', 'topics', 'consumerGroup', 'iamRole', 'url', 'queueUrl'],
		...['streamName', 'region', 'path', 'azureContainerName', 'host', 'replicationSlotName'],
		...['sourceSchemaName', 'sourceTable', 'targetTable', 'excludedColumns', 'sortingKeys'],
		...['tableEngine', 'publicationName', 'reversePrivateEndpointIds'],
	]);

	it.each(Object.entries(VALID_PIPES))('are trimmed in JSON: %s', (_kind, pipe) => {
		expect(json(paddedMembers(pipe, MEMBERS))).toEqual(json(pipe));
	});

	it('are trimmed between commas, too', () => {
		const { request } = createPipe.plan(
			{ ...FORMS.kafka, kafkaBrokers: 'a:9092, b:9092 ,\nc:9092', kafkaTopics: 'x , y' },
			contextOf(),
		);
		expect(request.body).toHaveProperty('source.kafka.brokers', 'a:9092,b:9092,c:9092');
		expect(request.body).toHaveProperty('source.kafka.topics', 'x,y');
	});

	it('are empty where there are only spaces', () => {
		const { kafka } = VALID_PIPES;
		expect(json({ ...kafka, name: ' \n' }).issues).toMatchObject([
			{ path: 'name', inJson: true, code: 'empty' },
		]);
	});
});

describe('text whose spaces may mean something', () => {
	it.each([
		[
			'a field of the data, in JSON',
			{
				...VALID_PIPES.kafka,
				fieldMappings: [{ sourceField: ' id', destinationField: 'id' }],
			},
		],
		['a member that is not known', { ...VALID_PIPES.kafka, novel: ' x ' }],
		[
			'a delimiter',
			{
				...VALID_PIPES.objectStorage,
				source: {
					objectStorage: { ...VALID_PIPES.objectStorage.source.objectStorage, delimiter: ' \t' },
				},
			},
		],
		[
			'a certificate and a password',
			{
				...VALID_PIPES.kafka,
				source: {
					kafka: {
						...VALID_PIPES.kafka.source.kafka,
						caCertificate: '-----BEGIN CERTIFICATE-----\n',
						credentials: { username: 'u', password: ' p ' },
					},
				},
			},
		],
	])('keep them: %s', (_what, pipe) => {
		const { request, issues } = json(pipe);
		expect(issues).toEqual([]);
		expect(request.body).toEqual(pipe);
	});

	it('keep them in quotes, in a list of columns', () => {
		const form = { ...FORMS.kafka, columnsInput: 'list', columnsList: 'id UInt64 " id"' };
		expect(createPipe.plan(form, contextOf()).request.body).toHaveProperty('fieldMappings', [
			{ sourceField: ' id', destinationField: 'id' },
		]);
	});
});
