import { FakeClock } from '../core/fakeClock';
import { json, shown } from '../core/fakes';
import { PIPE_ID, SERVICE_ID } from './context';
import type { ManagementRun } from './runManagement';
import { newCredential, refusal, runManagement } from './runManagement';

const SERVICE = `services/${SERVICE_ID}`;
const START = `PATCH ${SERVICE}/clickpipes/${PIPE_ID}/state`;
const WAKE = `PATCH ${SERVICE}/state`;
const READ = `GET ${SERVICE}`;
const ASLEEP = "FAILED_DEPENDENCY: The service isn't running. Current state: ";

/** A service in these states, one after another read; its pipe starts once it runs. */
function serviceIn(
	states: readonly string[],
	fields: object = {},
): ManagementRun & { state: string } {
	const [first = 'idle', ...later] = states;
	const run = {
		state: first,
		fields: {
			resource: 'pipe',
			operation: 'start',
			serviceId: SERVICE_ID,
			pipeId: PIPE_ID,
			options: { wakeService: true },
			...fields,
		},
		answer: (request: string) => {
			if (request === WAKE) return json({ result: { state: run.state } });
			if (request === READ) {
				run.state = later.shift() ?? run.state;
				return json({ result: { id: SERVICE_ID, state: run.state } });
			}
			return run.state === 'running'
				? json({ result: { id: PIPE_ID, state: 'Running' } })
				: refusal(424, ASLEEP + run.state);
		},
	};
	return run;
}

describe('the option Wake Service', () => {
	it('wakes an idle service, waits until it runs, and sends the request once more', async () => {
		const { items, requests } = await runManagement(serviceIn(['idle', 'awaking', 'running']));
		expect(requests).toEqual([START, WAKE, READ, READ, START]);
		expect(items).toMatchObject([{ id: PIPE_ID, state: 'Running' }]);
	});

	it.each([
		{ why: 'if it is off', state: 'idle', fields: { options: {} } },
		{ why: 'that is stopped', state: 'stopped', fields: {} },
	])('wakes no service $why', async ({ state, fields }) => {
		const { error, requests } = await runManagement(serviceIn([state], fields));
		expect(requests).toEqual([START]);
		expect(shown(error)).toMatchObject({
			message: expect.stringContaining(`Current state: ${state}`) as string,
			details: { outcome: 'refused', reason: 'asleep' },
		});
	});

	it('explains why the service could not be woken, and which permission that needs', async () => {
		const run = serviceIn(['idle']);
		const answer = (request: string) =>
			request === WAKE ? refusal(403, 'FORBIDDEN: no') : run.answer(request);
		const { error, requests } = await runManagement({ ...run, answer });
		expect(requests).toEqual([START, WAKE]);
		expect(shown(error)).toMatchObject({
			message: expect.stringContaining('Current state: idle') as string,
			details: { outcome: 'refused', reason: 'asleep', httpCode: '424' },
		});
		expect(shown(error).description).toMatch(
			/^Waking the service failed\. .* status 403: FORBIDDEN.* control-plane:service:view\./,
		);
	});

	it('reports that nothing was sent if the service does not run within Max Wait', async () => {
		const clock = new FakeClock();
		const run = serviceIn(['idle', 'awaking'], { options: { wakeService: true, maxWait: 60 } });
		const { error, requests } = await runManagement(run, clock);
		expect(requests.filter((one) => one === START)).toHaveLength(1);
		expect(clock.elapsed()).toBeLessThanOrEqual(60_000);
		expect(shown(error)).toMatchObject({
			message: "The service was woken, but isn't running after 60 s.",
			details: { outcome: 'notSent', reason: 'asleep', nextAction: 'wait' },
		});
	});

	it('records the wake in the journal as a change of its own', async () => {
		const stored: Record<string, unknown> = {};
		const options = { wakeService: true, maxWait: 60 };
		await runManagement({ ...serviceIn(['idle', 'awaking'], { options }), stored });
		expect(stored['cloudWrites']).toMatchObject([
			{ itemIndex: 0, outcome: 'notSent' },
			{ itemIndex: -1, outcome: 'done' },
		]);
		const again = await runManagement({ ...serviceIn(['running'], { options }), stored });
		expect(again.requests).toEqual([START]);
	});

	it('is in the plan of a dry run, whose hash it changes', async () => {
		// A plan depends on the key, too.
		const credential = newCredential();
		const planWith = async (options: object) => {
			const run = serviceIn(['idle'], { options: { dryRun: true, ...options } });
			const { items, requests } = await runManagement({ ...run, credential });
			expect(requests).toEqual([]);
			return items[0];
		};
		const woken = await planWith({ wakeService: true });
		const left = await planWith({});
		expect(woken?.['summary']).toMatch(/woken first, which costs money and needs .* service:view/);
		expect(left?.['summary']).not.toMatch(/woken/);
		expect(woken?.['plan']).not.toEqual(left?.['plan']);
	});
});
