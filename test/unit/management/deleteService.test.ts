import { json, shown, text } from '../core/fakes';
import { SERVICE_ID } from './context';
import { refusal, runManagement } from './runManagement';

const DELETE = `DELETE services/${SERVICE_ID}`;
const STATES = [
	'awaking',
	'degraded',
	'failed',
	'idle',
	'partially_running',
	'provisioning',
	'running',
	'starting',
	'stopped',
	'stopping',
	'terminating',
];

const deleting = {
	fields: { resource: 'service', operation: 'delete', serviceId: SERVICE_ID },
};

describe('Service → Delete', () => {
	it('sends one request, and outputs the deleted service', async () => {
		const answer = () => json({ status: 200 });
		const { items, requests } = await runManagement({ ...deleting, answer });
		expect(requests).toEqual([DELETE]);
		expect(items).toMatchObject([{ id: SERVICE_ID, deleted: true }]);
	});

	it.each(STATES)('stops after a 409 while the service is %s', async (state) => {
		const answer = () => refusal(409, `CONFLICT: the state is ${state}`);
		const { error, requests } = await runManagement({ ...deleting, answer });
		expect(requests).toEqual([DELETE]);
		const { description, details } = shown(error);
		expect(details).toMatchObject({ outcome: 'refused', httpCode: '409' });
		expect(description).toMatch(/Service → Stop, then Wait for State with stopped, then Delete\./);
		expect(description).toMatch(/just become stopped, wait a minute and run the node again\./);
		expect(description).toMatch(/Before a primary service, delete its secondary services\./);
	});

	it('leaves the outcome unknown after a 504, and sends nothing more', async () => {
		const answer = () => text('', 504);
		const { error, requests } = await runManagement({ ...deleting, answer });
		expect(requests).toEqual([DELETE]);
		expect(shown(error).details).toMatchObject({ outcome: 'unknown' });
	});
});
