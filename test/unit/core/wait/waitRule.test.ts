import type { ErrorDetails } from '../../../../nodes/core/errors/nodeErrors';
import type { WaitRule } from '../../../../nodes/core/operation';
import type { Check } from '../../../../nodes/core/wait/waitRule';
import {
	afterCheck,
	checkOf,
	endOf,
	NO_CHECKS,
	pauseAfter,
} from '../../../../nodes/core/wait/waitRule';

const RULE: WaitRule = {
	resource: 'thing',
	noun: 'state',
	valuePath: 'result.state',
	waitFor: ['running', 'Idle'],
	giveUpOn: ['failed'],
	stableFor: 1,
	waitForExistence: false,
	timeout: 300_000,
	outputOnTimeout: false,
};

/** A check that finds a state, or that fails with a status. */
function found(what: string | number): Check {
	if (typeof what === 'string') return { record: { state: what, body: { result: what } } };
	const error: ErrorDetails = {
		message: `Status ${String(what)}.`,
		description: '',
		httpCode: String(what),
		outcome: 'refused',
		reason: 'refused',
		attempts: 1,
	};
	return { error };
}

/** What the wait ends in, and after how many checks; undefined where it goes on. */
function play(checks: Array<string | number>, changes: Partial<WaitRule> = {}) {
	const rule = { ...RULE, ...changes };
	let progress = NO_CHECKS;
	for (const what of checks) {
		progress = afterCheck(progress, found(what), rule);
		const end = endOf(progress, rule);
		if (end !== undefined) return `${end.kind} after ${String(progress.checks)}`;
	}
	return undefined;
}

describe('a wait', () => {
	it('goes on before the first check', () => {
		expect(endOf(NO_CHECKS, RULE)).toBeUndefined();
	});

	it.each([
		['the state', ['running'], 'reached after 1'],
		['any of the states', ['starting', 'idle'], 'reached after 2'],
		['a state in other letters', ['RUNNING '], 'reached after 1'],
		['a state to give up on', ['starting', 'Failed', 'running'], 'gaveUp after 2'],
		['unknown states', ['novel', 'runnin', 'failed-over', 'not running'], undefined],
	])('is decided by %s', (_, states, expected) => {
		expect(play(states)).toBe(expected);
	});

	it('treats a state as reached that is also in Give Up On', () => {
		expect(play(['failed'], { waitFor: ['failed'] })).toBe('reached after 1');
		expect(play(['failed'], { waitFor: ['failed'], stableFor: 2 })).toBeUndefined();
	});

	it.each([
		['a number of checks in a row', ['running', 'idle', 'running'], 'reached after 3'],
		['not with another state between', ['running', 'running', 'starting', 'running'], undefined],
		['not with a failed check between', ['running', 'running', 503, 'running'], undefined],
		['as soon as they are in a row', ['idle', 503, 'idle', 'idle', 'idle'], 'reached after 5'],
		['unless it is given up on', ['running', 'failed'], 'gaveUp after 2'],
	])('for a stable state ends after %s', (_, states, expected) => {
		expect(play(states, { stableFor: 3 })).toBe(expected);
	});

	it('goes on after a failed check, and ends after five in a row', () => {
		const four = [503, 429, 409, 424];
		expect(play([...four, 'running'])).toBe('reached after 5');
		expect(play([...four, 'starting', ...four])).toBeUndefined();
		expect(play(['starting', ...four, 500, 'running'])).toBe('failed after 6');
	});

	it.each([400, 401, 403, 404])('ends at once with status %d', (status) => {
		expect(play(['starting', status, 'running'])).toBe('failed after 2');
	});

	it('goes on without a connection, four times', () => {
		const error: ErrorDetails = { ...errorOf(found(500)), httpCode: undefined };
		let progress = NO_CHECKS;
		for (let failures = 1; failures < 5; failures += 1) {
			progress = afterCheck(progress, { error }, RULE);
			expect(endOf(progress, RULE)).toBeUndefined();
		}
		progress = afterCheck(progress, { error }, RULE);
		expect(endOf(progress, RULE)).toEqual({ kind: 'failed', error });
	});

	it('ends at once where n8n refuses to send', () => {
		const error: ErrorDetails = { ...errorOf(found(500)), reason: 'invalidInput' };
		const progress = afterCheck(NO_CHECKS, { error }, RULE);
		expect(endOf(progress, RULE)).toEqual({ kind: 'failed', error });
	});

	it('goes on while it is not found, where its existence is waited for', () => {
		const rule = { waitForExistence: true };
		const often = Array.from({ length: 20 }, () => 404);
		expect(play([...often, 'starting', 404, 'running'], rule)).toBe('reached after 23');
		expect(play([404, 401], rule)).toBe('failed after 2');
		expect(play([503, 503, 404, 503, 503, 503], rule)).toBeUndefined();
		expect(play([404, 503, 503, 503, 503, 503], rule)).toBe('failed after 6');
	});

	it.each<[string, number, boolean, boolean]>([
		['BAD_REQUEST: Invalid backup id', 400, true, true],
		['BAD_REQUEST: Invalid reverse private endpoint ID.', 400, true, true],
		['BAD_REQUEST: Invalid backup id', 400, false, false],
		['BAD_REQUEST: Invalid backup id', 401, true, false],
		['BAD_REQUEST: Invalid body', 400, true, false],
	])('takes %j (%d) for an unknown ID: %j, %j', (message, status, waitForExistence, goesOn) => {
		const check = found(status);
		if ('error' in check) check.error.message = message;
		const rule = { ...RULE, waitForExistence };
		expect(endOf(afterCheck(NO_CHECKS, check, rule), rule) === undefined).toBe(goesOn);
	});

	it('keeps the last record over failed checks', () => {
		const checks = ['starting', 'awaking', 503].map(found);
		const progress = checks.reduce((before, check) => afterCheck(before, check, RULE), NO_CHECKS);
		expect(progress).toMatchObject({
			checks: 3,
			failures: 1,
			record: { state: 'awaking' },
			error: { httpCode: '503' },
		});
	});
});

function errorOf(check: Check): ErrorDetails {
	if ('error' in check) return check.error;
	throw new Error('The check has not failed');
}

describe('what a check finds', () => {
	it('is the record with its state', () => {
		const body = { result: { state: 'running' } };
		expect(checkOf({ body }, RULE, String)).toEqual({ record: { state: 'running', body } });
	});

	it.each([{}, { state: '' }, { state: ' ' }, { state: null }, { status: 'running' }, ['running']])(
		'is nothing where the record is %j',
		(result) => {
			expect(errorOf(checkOf({ body: { result } }, RULE, String))).toMatchObject({
				message: 'The response has no "result.state".',
				description: 'Check the Base URL of the credential.',
				reason: 'unavailable',
			});
		},
	);

	it('is an empty value where only that is missing, and an error that names the fields otherwise', () => {
		const rule: WaitRule = { ...RULE, noun: 'value' };
		const body = { result: { id: 1 } };
		expect(checkOf({ body }, rule, String)).toEqual({ record: { state: '', body } });
		expect(errorOf(checkOf({ body: { data: {}, status: 200 } }, rule, String))).toMatchObject({
			message: 'The response has no "result". The response contains data, status.',
			description: 'Correct Value Path.',
		});
	});

	it('is why there was no response', () => {
		const { error } = { error: errorOf(found(503)) };
		expect(checkOf({ error }, RULE, String)).toEqual({ error });
	});
});

describe('the pauses between checks', () => {
	const HOUR = 3_600_000;

	it('begin with two seconds and grow by half, up to fifteen', () => {
		const pauses = [1, 2, 3, 4, 5, 6, 7, 100].map((checks) => pauseAfter(checks, HOUR, 0.5));
		expect(pauses).toEqual([2000, 3000, 4500, 6750, 10_125, 15_000, 15_000, 15_000]);
	});

	it('differ by a fifth', () => {
		expect([0, 0.25, 1].map((random) => pauseAfter(1, HOUR, random))).toEqual([1600, 1800, 2400]);
		expect([0, 1].map((random) => pauseAfter(50, HOUR, random))).toEqual([12_000, 18_000]);
	});

	it('leave time for a last check, and end where there is none', () => {
		expect(pauseAfter(1, 3001, 0.5)).toBe(2000);
		expect(pauseAfter(1, 2500, 0.5)).toBe(1500);
		expect(pauseAfter(9, 1001, 0.5)).toBe(1);
		expect(pauseAfter(1, 1000, 0.5)).toBeUndefined();
		expect(pauseAfter(1, -5, 0.5)).toBeUndefined();
	});
});
