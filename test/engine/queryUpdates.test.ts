import { CLOUD_IDS } from '../../tools/emulator/state/ids';
import { detailsOf, MANAGEMENT, workflowOf } from '../../tools/engine/workflow';
import { withEmulator } from '../withEmulator';

// test/engine/recordUpdates.test.ts tests what these updates share with others.
const emulator = withEmulator({ dialect: 'clickhouseCloud' });

const { serviceId, savedQueryId, queryEndpointId } = CLOUD_IDS;

it.each([
	{ resource: 'savedQuery', collection: 'savedQueries', id: savedQueryId },
	{ resource: 'queryEndpoint', collection: 'queryEndpoints', id: queryEndpointId },
])(
	'$resource update rejects changes to a record created in the console',
	async ({ resource, collection, id }) => {
		emulator.change(collection, id, (record) => ({ ...record, ownerType: 'user' }));
		const whole = emulator.stored(collection, id);
		const record = { serviceId, [`${resource}Id`]: id, updateFields: { name: 'New' } };
		const parameters = { resource, operation: 'update', ...record };
		const file = workflowOf({ type: MANAGEMENT, parameters });
		const { error } = await emulator.run(file);
		expect(detailsOf(error)).toMatchObject({ httpCode: '409', outcome: 'refused' });
		expect(error?.description).toMatch(/that was created in the console. Change it there/);
		expect(emulator.stored(collection, id)).toEqual(whole);
	},
);
