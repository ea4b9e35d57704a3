import { FakeClock } from '../core/fakeClock';
import { json, shown } from '../core/fakes';
import { SERVICE_ID } from './context';
import type { ManagementRun } from './runManagement';
import { refusal, runManagement } from './runManagement';

const DELETE = `DELETE services/${SERVICE_ID}`;
const READ = `GET services/${SERVICE_ID}`;
const BUSY = 'CONFLICT: the service is not in a state to be deleted';

/** A service in these states, one after another read, whose deletion is refused this many times. */
function serviceIn(states: readonly string[], refusals: number, options = {}): ManagementRun {
	const left = { states: [...states], refusals };
	return {
		fields: { resource: 'service', operation: 'delete', serviceId: SERVICE_ID, options },
		answer: (request) => {
			if (request === READ) {
				const [state] = left.states.length > 1 ? left.states.splice(0, 1) : left.states;
				return json({ result: { id: SERVICE_ID, state } });
			}
			left.refusals -= 1;
			return left.refusals < 0 ? json({ status: 200 }) : refusal(409, BUSY);
		},
	};
}

describe('deleting a service', () => {
	it('reads nothing if the API accepts it', async () => {
		const { items, requests } = await runManagement(serviceIn([], 0));
		expect(requests).toEqual([DELETE]);
		expect(items).toMatchObject([{ id: SERVICE_ID, deleted: true }]);
	});

	it('waits until it has stopped, and repeats a refusal right afterwards', async () => {
		const run = serviceIn(['stopping', 'stopped'], 2);
		const { items, requests } = await runManagement(run);
		expect(requests).toEqual([DELETE, READ, READ, DELETE, READ, DELETE]);
		expect(items).toMatchObject([{ deleted: true }]);
	});

	it.each(['running', 'terminating'])(
		'is refused immediately while it is %s, with advice',
		async (state) => {
			const { error, requests } = await runManagement(serviceIn([state], 9));
			expect(requests).toEqual([DELETE, READ]);
			expect(shown(error).details).toMatchObject({ outcome: 'refused', httpCode: '409' });
			expect(shown(error).description).toMatch(/Service → Stop, then Wait for State/);
		},
	);

	it('sends nothing more if the service is still stopping after Max Wait', async () => {
		const clock = new FakeClock();
		const run = serviceIn(['stopping'], 9, { maxWait: 30 });
		const { error, requests } = await runManagement(run, clock);
		expect(requests.filter((one) => one === DELETE)).toEqual([DELETE]);
		expect(clock.elapsed()).toBeLessThanOrEqual(30_000);
		expect(shown(error)).toMatchObject({
			message: 'The service is still stopping after 30 s.',
			details: { outcome: 'notSent' },
		});
	});

	it('repeats no refusal longer than Max Wait, and returns the last one', async () => {
		const clock = new FakeClock();
		const { error, requests } = await runManagement(
			serviceIn(['stopped'], 99, { maxWait: 20 }),
			clock,
		);
		expect(requests.filter((one) => one === DELETE).length).toBeGreaterThan(2);
		expect(clock.elapsed()).toBeLessThanOrEqual(20_000);
		expect(shown(error).details).toMatchObject({ outcome: 'refused', httpCode: '409' });
	});
});
