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

	/** Notices about the credential, and the field before each. */
	function noticesWith(parameters: INodeParameters) {
		const { fields } = panel.opened({ ...CREATE, ...parameters });
		return fields.flatMap(({ name, displayName }, index) =>
			['brokersNotice', 'sourceCredentialNotice'].includes(name)
				? [{ text: displayName, before: fields[index - 1]?.name }]
				: [],
		);
	}

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

	it.each([
		{ parameters: {}, isAwaited: true },
		{ parameters: { kafkaBrokers: 'b' }, isAwaited: false },
		{ parameters: { kafkaBrokers: '={{ $json.brokers }}' }, isAwaited: false },
		{ parameters: { kafkaAuthentication: 'IAM_ROLE', ...registry }, isAwaited: true },
		{
			parameters: { kafkaAuthentication: 'IAM_ROLE', ...registry, kafkaBrokers: 'b' },
			isAwaited: false,
		},
	])(
		'shows one notice beside $parameters, asks for Brokers: $isAwaited',
		({ parameters, isAwaited }) => {
			const texts = noticesWith(parameters).map(({ text }) => text);
			expect(texts).toEqual([
				expect.stringMatching(
					isAwaited
						? /at the top of this panel\. It appears when you fill in Brokers\.$/
						: /at the top of this panel\.$/,
				),
			]);
		},
	);

	it('shows a notice next to Authentication', () => {
		expect(noticesWith({})).toMatchObject([{ before: 'kafkaAuthentication' }]);
		expect(noticesWith({ kafkaBrokers: 'b' })).toMatchObject([{ before: 'kafkaAuthentication' }]);
		expect(noticesWith({ kafkaAuthentication: 'IAM_ROLE' })).toEqual([]);
		expect(noticesWith({ sourceKind: 'postgres' })).toMatchObject([
			{ text: expect.stringMatching(/at the top of this panel\.$/) as unknown },
		]);
	});
});
