import { canariesIn, core } from '../../tools/samples/canaries';
import { SAMPLE_SOURCE, sampleNode, sampleOf } from '../../tools/samples/operationSamples';
import { withEmulator } from '../withEmulator';

const emulator = withEmulator();

/** With a role, MSK needs no secrets, so the form shows no credential selector. */
const WITH_ROLE = {
	sourceKind: 'kafka',
	kafkaType: 'msk',
	kafkaBrokers: 'broker.example.com:9092',
	kafkaTopics: 'orders',
	kafkaAuthentication: 'IAM_ROLE',
	kafkaIamRole: 'arn:aws:iam::123456789012:role/pipe',
	destinationTable: 'orders',
	destinationColumns: { values: [{ name: 'id', type: 'String' }] },
	destinationTableDefinitionSortingKey: 'id',
};

it.each([false, true])(
	'Pipe → Create ignores a hidden source credential (still selected: %s)',
	async (withSource) => {
		const node = sampleNode(sampleOf('pipe create'), emulator.ids, WITH_ROLE);
		const { error } = await emulator.runNode({ ...node, withSource }, [{}], {
			source: SAMPLE_SOURCE,
		});
		expect(error?.message).toBeUndefined();
		expect(emulator.requests).toHaveLength(1);
		expect(JSON.stringify(emulator.requests[0]?.body)).not.toContain('credentials');
	},
);

it('rejects an access token with an invisible character', async () => {
	const accessToken = core('AccessToken');
	const node = sampleNode(sampleOf('dashboard update'), emulator.ids);
	const { error, run } = await emulator.runNode(node, [{}], {
		dashboard: { accessToken: `${accessToken}\u{200B}` },
	});
	expect(error?.message).toBe(
		`Personal API Access Key contains a character that HTTP doesn't allow, at position ${String(accessToken.length + 1)}. It may be invisible. Enter the value in the credential again.`,
	);
	expect(error?.description).toContain('Nothing was sent.');
	expect(canariesIn(JSON.stringify([error, run]))).toEqual([]);
	expect(emulator.requests).toEqual([]);
});
