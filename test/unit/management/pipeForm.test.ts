import type { INodeParameters } from 'n8n-workflow';

import { CloudManagement } from '../../../nodes/CloudManagement/CloudManagement.node';
import { Panel } from '../../../tools/panel/panel';

const panel = new Panel(new CloudManagement().description);

it('the kind of a source and its login take no expression, as other fields depend on them', () => {
	const ofPipe = panel.description.properties.filter(({ displayOptions }) =>
		displayOptions?.show?.['resource']?.includes('pipe'),
	);
	const choices = ofPipe.filter(({ name }) => /^sourceKind$|.Authentication$/.test(name));
	expect(choices.length).toBeGreaterThan(1);
	for (const choice of choices) expect(choice).toMatchObject({ noDataExpression: true });
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
		[kafka, false],
		[{ ...kafka, ...registry }, false],
		[{ ...kafka, kafkaAuthentication: 'IAM_USER' }, true],
		[{ ...kafka, kafkaAuthentication: 'IAM_ROLE' }, false],
		[{ ...kafka, ...registry, kafkaAuthentication: 'IAM_ROLE' }, true],
		[kinesis, false],
		[{ ...kinesis, kinesisAuthentication: 'IAM_USER' }, true],
		[storage, false],
		[{ ...storage, objectStorageAuthentication: 'IAM_ROLE' }, false],
		[{ ...storage, objectStorageAuthentication: 'IAM_USER' }, true],
		[{ ...CREATE, sourceKind: 'postgres' }, true],
		[{ ...CREATE, pipeInput: 'json' }, true],
		[{ resource: 'pipe', operation: 'delete' }, false],
	])('is shown with %j: %j', (parameters, isShown) => {
		expect(panel.showsCredential('cloudPipeSourceApi', parameters)).toBe(isShown);
	});
});
