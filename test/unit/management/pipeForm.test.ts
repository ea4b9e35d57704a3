import type { INodeParameters } from 'n8n-workflow';

import { createPipe } from '../../../nodes/CloudManagement/resources/pipe/create';
import { CloudManagement } from '../../../nodes/CloudManagement/CloudManagement.node';
import { Panel } from '../../../tools/panel/panel';
import { planJson } from './pipeForm';

const panel = new Panel(new CloudManagement().description);
const { properties } = createPipe;

it('only formats accept an expression among the selectors, and n8n requires no field of theirs', () => {
	const shown = properties.flatMap(({ displayOptions }) => Object.keys(displayOptions?.show ?? {}));
	const open = properties.filter(
		({ name, type, noDataExpression }) =>
			type === 'options' && shown.includes(name) && noDataExpression !== true,
	);
	const names = open.map(({ name }) => name);
	expect(names).toEqual(['kafkaFormat', 'kinesisFormat', 'objectStorageFormat']);
	const dependent = properties.filter(({ displayOptions }) =>
		names.some((name) => displayOptions?.show?.[name] !== undefined),
	);
	expect(dependent.map(({ name }) => name)).toContain('kafkaSchemaRegistryUrl');
	expect(dependent.filter(({ required }) => required === true)).toEqual([]);
});

describe("the source's credential", () => {
	const CREATE = { resource: 'pipe', operation: 'create' };
	const kafka = { ...CREATE, sourceKind: 'kafka', kafkaType: 'msk', kafkaBrokers: 'b:9092' };
	const kinesis = { ...CREATE, sourceKind: 'kinesis' };
	const storage = { ...CREATE, sourceKind: 'objectStorage' };
	const registry = { kafkaFormat: 'AvroConfluent', kafkaSchemaRegistryAuthentication: 'PLAIN' };

	it.each<[INodeParameters, boolean]>([
		[CREATE, false],
		[{ ...CREATE, kafkaBrokers: 'b' }, true],
		[{ ...CREATE, kafkaBrokers: '={{ $json.b }}' }, true],
		[kafka, false],
		[{ ...kafka, ...registry }, false],
		[{ ...kafka, kafkaAuthentication: 'SCRAM-SHA-512' }, true],
		[{ ...kafka, kafkaAuthentication: 'IAM_USER' }, true],
		[{ ...kafka, kafkaAuthentication: 'IAM_ROLE' }, false],
		[{ ...kafka, ...registry, kafkaAuthentication: 'IAM_ROLE' }, true],
		[{ ...kafka, kafkaType: 'warpstream' }, true],
		[kinesis, false],
		[{ ...kinesis, kinesisAuthentication: 'IAM_USER' }, true],
		[storage, false],
		[{ ...storage, objectStorageAuthentication: 'none' }, false],
		[{ ...storage, objectStorageAuthentication: 'IAM_ROLE' }, false],
		[{ ...storage, objectStorageAuthentication: 'IAM_USER' }, true],
		[{ ...CREATE, sourceKind: 'postgres' }, true],
		[{ ...CREATE, pipeInput: 'json' }, true],
		[{ resource: 'pipe', operation: 'delete' }, false],
		[{ resource: 'service', operation: 'get' }, false],
	])('is shown with %j: %j', (parameters, isShown) => {
		expect(panel.showsCredential('cloudPipeSourceApi', parameters)).toBe(isShown);
	});
});

it('the pipe by JSON starts with a valid definition', () => {
	const example = properties.find(({ name }) => name === 'pipeJson')?.default;
	const { request, issues } = planJson(example);
	expect(issues).toEqual([]);
	expect(request.body).toHaveProperty('destination.tableDefinition.engine.type', 'MergeTree');
});
