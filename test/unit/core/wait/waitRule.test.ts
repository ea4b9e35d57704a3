import type { ErrorDetails, WaitRule } from '../../../../nodes/engine/operation';
import {
	afterCheck,
	checkOf,
	endOf,
	NO_CHECKS,
	pauseAfter,
} from '../../../../nodes/engine/wait/waitRule';

type Check = Parameters<typeof afterCheck>[1];

const RULE: WaitRule = {
	...{ resource: 'thing', noun: 'state', valuePath: 'result.state' },
	...{ waitFor: ['running', 'Idle'], giveUpOn: ['failed'], stableFor: 1 },
	...{ waitForExistence: false, timeout: 300_000, outputOnTimeout: false },
};

function failed(changes: Partial<ErrorDetails>): { error: ErrorDetails } {
	const details = { outcome: 'refused', reason: 'refused', attempts: 1 } as const;
	return { error: { message: 'No.', description: '', ...details, ...changes } };
}

/** A check that finds a state, or that fails with a status. */
function found(what: string | number | Check): Check {
	if (typeof what === 'object') return what;
	if (typeof what === 'number') return failed({ httpCode: String(what) });
	return { record: { state: what, body: { result: what } } };
}

/** The wait's result, and after how many checks; undefined if it continues. */
function play(checks: Array<string | number | Check>, changes: Partial<WaitRule>) {
	const rule = { ...RULE, ...changes };
	let progress = NO_CHECKS;
	for (const what of checks) {
		progress = afterCheck(progress, found(what), rule);
		const end = endOf(progress, rule);
		if (end !== undefined) return `${end} after ${String(progress.checks)}`;
	}
	return undefined;
}

const FOUR = [503, 429, 409, 424];
const OFTEN = Array.from({ length: 20 }, () => 404);
const unconnected = failed({ reason: 'noConnection' });
const existing = { waitForExistence: true };
const asking = (ms: number) => ({ ...failed({ httpCode: '503' }), retryAfter: ms });
const stable = { stableFor: 3 };
const unknownId = (message: string, httpCode = '400') => failed({ message, httpCode });

describe('a wait', () => {
	it.each<[string, Array<string | number | Check>, string | undefined, Partial<WaitRule>?]>([
		['without a check', [], undefined],
		['for a state', ['running'], 'reached after 1'],
		['for any of the states', ['starting', 'idle'], 'reached after 2'],
		['for a state in other letters', ['RUNNING '], 'reached after 1'],
		['with a state to give up on', ['starting', 'Failed', 'running'], 'gaveUp after 2'],
		['with unknown states', ['novel', 'runnin', 'failed-over', 'not running'], undefined],
		['for a state to give up on', ['failed'], 'reached after 1', { waitFor: ['failed'] }],
		['for a stable one', ['failed'], undefined, { waitFor: ['failed'], stableFor: 2 }],
		['for a stable state', ['running', 'idle', 'running'], 'reached after 3', stable],
		['with another between', ['running', 'running', 'starting', 'running'], undefined, stable],
		['with a failure between', ['running', 'running', 503, 'running'], undefined, stable],
		['for three in a row', ['idle', 503, 'idle', 'idle', 'idle'], 'reached after 5', stable],
		['for a stable state, given up on', ['running', 'failed'], 'gaveUp after 2', stable],
		['over four failures', [...FOUR, 'running'], 'reached after 5'],
		['over four, twice', [...FOUR, 'starting', ...FOUR], undefined],
		['over five failures', ['starting', ...FOUR, 500, 'running'], 'failed after 6'],
		['that the API asks to wait', Array.from({ length: 20 }, () => asking(1000)), undefined],
		['over others', [...FOUR, asking(1000), ...FOUR], undefined],
		['without a time', Array.from({ length: 5 }, () => asking(0)), 'failed after 5'],
		[
			'asked with a wrong key',
			[{ ...failed({ httpCode: '401' }), retryAfter: 9 }],
			'failed after 1',
		],
		['without a connection', Array.from({ length: 4 }, () => unconnected), undefined],
		['without one, five times', Array.from({ length: 5 }, () => unconnected), 'failed after 5'],
		['that n8n does not allow', [failed({ reason: 'invalidInput' })], 'failed after 1'],
		['over a bad request', ['starting', 400, 'running'], 'failed after 2'],
		['with a wrong key', ['starting', 401, 'running'], 'failed after 2'],
		['without permission', ['starting', 403, 'running'], 'failed after 2'],
		['without a record', ['starting', 404, 'running'], 'failed after 2'],
		['for existence', [...OFTEN, 'starting', 404, 'running'], 'reached after 23', existing],
		['for existence, refused', [404, 401], 'failed after 2', existing],
		['for existence, over failures', [503, 503, 404, 503, 503, 503], undefined, existing],
		['over five of them', [404, 503, 503, 503, 503, 503], 'failed after 6', existing],
		['for an unknown ID', [unknownId('BAD_REQUEST: Invalid backup id')], undefined, existing],
		['for another', [unknownId('Invalid reverse private endpoint ID.')], undefined, existing],
		['for no existence', [unknownId('BAD_REQUEST: Invalid backup id')], 'failed after 1'],
		['without a key', [unknownId('Invalid backup id', '401')], 'failed after 1', existing],
		['with another message', [unknownId('Invalid body')], 'failed after 1', existing],
	])('%s, that finds %j: %s', (_case, checks, expected, changes = {}) => {
		expect(play(checks, changes)).toBe(expected);
	});

	it('keeps the last record over failed checks, and ends in the last error', () => {
		const checks = ['starting', 'awaking', 503].map(found);
		const progress = checks.reduce((before, check) => afterCheck(before, check, RULE), NO_CHECKS);
		const error = { httpCode: '503' };
		expect(progress).toMatchObject({ checks: 3, failures: 1, record: { state: 'awaking' }, error });
		const refused = failed({ httpCode: '401' });
		const last = afterCheck(progress, refused, RULE);
		expect([endOf(last, RULE), last.error]).toEqual(['failed', refused.error]);
	});
});

describe("a check's result", () => {
	const at = (body: Record<string, unknown>, noun: WaitRule['noun'] = 'state') =>
		checkOf({ body }, { ...RULE, noun }, String);

	it('is the record with its state, or why there was no response', () => {
		const body = { result: { state: 'running' } };
		expect(at(body)).toEqual({ record: { state: 'running', body } });
		expect(checkOf(unconnected, RULE, String)).toEqual(unconnected);
	});

	it.each([{}, { state: '' }, { state: ' ' }, { state: null }, { status: 'running' }, ['running']])(
		'is nothing if the record is %j',
		(result) => {
			const error = { description: 'Check the Base URL of the credential.', reason: 'unavailable' };
			expect(at({ result })).toMatchObject({ error });
		},
	);

	it('is an empty value if only that is missing, and an error that lists the fields otherwise', () => {
		const body = { result: { id: 1 } };
		expect(at(body, 'value')).toEqual({ record: { state: '', body } });
		const error = { message: expect.stringContaining(' contains data, status.') as unknown };
		expect(at({ data: {}, status: 200 }, 'value')).toMatchObject({ error });
	});
});

describe('the pauses between checks', () => {
	const HOUR = 3_600_000;

	it.each([
		['begin with two seconds and grow by half', [1, 2, 3, 4, 5], [2000, 3000, 4500, 6750, 10_125]],
		['grow up to fifteen seconds', [6, 7, 100], [15_000, 15_000, 15_000]],
	])('%s', (_case, checks, pauses) => {
		expect(checks.map((count) => pauseAfter(count, HOUR, 0.5))).toEqual(pauses);
	});

	it('differ by a fifth', () => {
		expect([0, 0.25, 1].map((random) => pauseAfter(1, HOUR, random))).toEqual([1600, 1800, 2400]);
		expect([0, 1].map((random) => pauseAfter(50, HOUR, random))).toEqual([12_000, 18_000]);
	});

	it.each([
		[1, 3001, 2000],
		[1, 2500, 1500],
		[9, 1001, 1],
		[1, 1000, undefined],
		[1, -5, undefined],
	])('leave time for a last check: after %i, with %i ms left', (checks, left, pause) => {
		expect(pauseAfter(checks, left, 0.5)).toBe(pause);
	});
});
