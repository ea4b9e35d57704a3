import type { INodeParameters } from 'n8n-workflow';

import { CloudManagement } from '../../../nodes/CloudManagement/CloudManagement.node';
import { Panel } from '../../../tools/panel/panel';

const panel = new Panel(new CloudManagement().description);

it("Pipe → Create doesn't accept expressions for a source's kind and login", () => {
	const ofPipe = panel.description.properties.filter(({ displayOptions }) =>
		displayOptions?.show?.['resource']?.includes('pipe'),
	);
	const choices = ofPipe.filter(({ name }) => /^sourceKind$|.Authentication$/.test(name));
	expect(choices.length).toBeGreaterThan(1);
	for (const choice of choices) expect(choice).toMatchObject({ noDataExpression: true });
});

describe('Pipe → Create (source credential)', () => {
	const CREATE = { resource: 'pipe', operation: 'create' };
	const kafka = { ...CREATE, sourceKind: 'kafka', kafkaType: 'msk', kafkaBrokers: 'b:9092' };
	const kinesis = { ...CREATE, sourceKind: 'kinesis' };
	const storage = { ...CREATE, sourceKind: 'objectStorage' };
	const registry = { kafkaFormat: 'AvroConfluent', kafkaSchemaRegistryAuthentication: 'PLAIN' };

	it.each<{ parameters: INodeParameters; isShown: boolean }>([
		{ parameters: CREATE, isShown: false },
		{ parameters: { ...CREATE, kafkaBrokers: 'b' }, isShown: true },
		{ parameters: kafka, isShown: false },
		{ parameters: { ...kafka, ...registry }, isShown: false },
		{ parameters: { ...kafka, kafkaAuthentication: 'IAM_USER' }, isShown: true },
		{ parameters: { ...kafka, kafkaAuthentication: 'IAM_ROLE' }, isShown: false },
		{ parameters: { ...kafka, ...registry, kafkaAuthentication: 'IAM_ROLE' }, isShown: true },
		{ parameters: kinesis, isShown: false },
		{ parameters: { ...kinesis, kinesisAuthentication: 'IAM_USER' }, isShown: true },
		{ parameters: storage, isShown: false },
		{ parameters: { ...storage, objectStorageAuthentication: 'IAM_ROLE' }, isShown: false },
		{ parameters: { ...storage, objectStorageAuthentication: 'IAM_USER' }, isShown: true },
		{ parameters: { ...CREATE, sourceKind: 'postgres' }, isShown: true },
		{ parameters: { ...CREATE, pipeInput: 'json' }, isShown: true },
		{ parameters: { resource: 'pipe', operation: 'delete' }, isShown: false },
	])('shows the credential for $parameters: $isShown', ({ parameters, isShown }) => {
		expect(panel.showsCredential('cloudPipeSourceApi', parameters)).toBe(isShown);
	});

	it('shows a notice next to Authentication', () => {
		const noticeWith = (parameters: INodeParameters) => {
			const { fields } = panel.opened({ ...CREATE, ...parameters });
			const names = fields.map(({ name }) => name);
			const text = fields.find(({ name }) => name === 'sourceCredentialNotice')?.displayName;
			return { text, before: names[names.indexOf('sourceCredentialNotice') - 1] };
		};
		const { text, before } = noticeWith({});
		expect(before).toBe('kafkaAuthentication');
		expect(text).toMatch(/at the top of this panel\. It appears when you fill in Brokers\.$/);
		expect(noticeWith({ kafkaBrokers: 'b' }).text).toBe(text);
		expect(noticeWith({ kafkaAuthentication: 'IAM_ROLE' }).text).toBeUndefined();
		expect(noticeWith({ sourceKind: 'postgres' }).text).toMatch(/at the top of this panel\.$/);
	});
});
