import { CLICKSTACK_IDS } from '../../tools/emulator';
import { credentialsOf } from '../../tools/engine/workflow';
import { withEmulator } from '../withEmulator';
import { WebhookNode } from './harness/webhookNode';

// test/unit/management/organizationOfKey.test.ts tests every invalid list.
const emulator = withEmulator({ dialect: 'clickhouseCloud', dashboardApi: 'clickstack' });

const open = () => credentialsOf(emulator, { management: { organizationId: '' } });

/** The first response is an organization without an ID. */
function breakFirstList(): void {
	emulator.faults.add({
		kind: 'result200',
		result: [{ id: '' }],
		times: 1,
		match: { operationId: 'listOrganizations' },
	});
}

describe('Organization ID (empty)', () => {
	it('reads the organization when CloudAlertTrigger starts', async () => {
		breakFirstList();
		const { serviceId } = emulator.ids;
		const { alertId } = CLICKSTACK_IDS;
		const node = await WebhookNode.open(open(), {
			authentication: 'cloudApiKey',
			serviceId,
			alertIds: [alertId],
		});
		await expect(node.publish()).rejects.toThrow(/list of organizations can't be read/);
		expect(emulator.requests.every(({ method }) => method === 'GET')).toBe(true);
		await node.publish();
		expect(await node.exists()).toBe(true);
		await node.unpublish();
	});
});
