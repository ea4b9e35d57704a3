import { SYSTEM_CLOCK } from '../../../nodes/engine/time';
import { FakeClock } from './fakeClock';
import type { Respond } from './fakes';
import { CREDENTIAL, execute, GET, json } from './fakes';
import { runRule } from './wait/playedWait';

describe.each([
	{ direction: 'back', step: -12_000 },
	{ direction: 'forward', step: 12_000 },
])('a system clock set $direction by 12 seconds', ({ step }) => {
	it('SYSTEM_CLOCK.elapsed measures the time that has passed', () => {
		jest.useFakeTimers();
		const began = SYSTEM_CLOCK.elapsed();
		jest.advanceTimersByTime(4000);
		jest.setSystemTime(Date.now() + step);
		expect(SYSTEM_CLOCK.elapsed() - began).toBe(4000);
		jest.useRealTimers();
	});

	it('Wait for State ends after the same number of checks', async () => {
		const random = jest.spyOn(Math, 'random').mockReturnValue(0.5);
		const undisturbed = await runRule(['starting'], {});
		const { reads, took } = await runRule(['starting'], {}, ({ clock, respond }) => (...sent) => {
			clock.set(step);
			return respond(...sent);
		});
		expect([reads, took]).toEqual([undisturbed.reads, undisturbed.took]);
		random.mockRestore();
	});

	it.each([
		{ unit: 'seconds', nineSecondsFrom: () => '9' },
		{ unit: 'a date', nineSecondsFrom: (now: number) => new Date(now + 9000).toUTCString() },
	])('pauses as long as the API asks for in $unit', async (asked) => {
		const clock = new FakeClock();
		const began: number[] = [];
		const respond: Respond = async () => {
			began.push(clock.elapsed());
			if (began.length > 1) return json({ result: {} });
			const headers = { 'retry-after': asked.nineSecondsFrom(clock.now()) };
			void clock.sleep(1000).then(() => {
				clock.set(step);
			});
			return await Promise.resolve(json({ error: 'slow down' }, 429, headers));
		};
		const credentials = { testApi: { ...CREDENTIAL, keyId: `${asked.unit} ${String(step)}` } };
		const setup = { credentials, fields: { thingId: 'a' }, respond };
		await execute(setup, { thing: { get: GET } }, clock);
		expect(began).toEqual([0, 9000]);
	});
});

it('Client.send compares a date in Retry-After with the system clock, even after it was set', async () => {
	const clock = new FakeClock();
	clock.set(3_600_000);
	const began: number[] = [];
	const respond: Respond = () => {
		began.push(clock.elapsed());
		const headers = { 'retry-after': new Date(clock.now() + 9000).toUTCString() };
		return began.length > 1 ? json({ result: {} }) : json({}, 503, headers);
	};
	await execute({ fields: { thingId: 'a' }, respond }, { thing: { get: GET } }, clock);
	expect(began).toEqual([0, 9000]);
});
