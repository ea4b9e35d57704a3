import { json } from '../core/fakes';
import { runManagement } from './runManagement';

const ID = '6f1f8a52-6c0d-4a1e-8f64-1d5e8f7a2b31';

describe('Query Endpoint → Run', () => {
	it.each([
		{ timeouts: [5000, 7000], sent: '5000' },
		{ timeouts: [undefined, 7000], sent: '120000' },
		{ timeouts: [7000, undefined], sent: '7000' },
	])("sends the first item's timeout of $timeouts with every item", async ({ timeouts, sent }) => {
		const { error, requests } = await runManagement({
			count: 2,
			fields: {
				resource: 'queryEndpoint',
				operation: 'run',
				queryEndpointId: ID,
				options: (itemIndex: number) => ({ timeout: timeouts[itemIndex] }),
			},
			answer: () => json({}),
		});
		expect(error).toBeUndefined();
		expect(requests).toEqual(
			Array(2).fill(`POST /run/${ID}?format=JSONEachRow&request_timeout=${sent}`),
		);
	});
});
