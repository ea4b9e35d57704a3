import fc from 'fast-check';

import type { WaitRule } from '../../../../nodes/engine/operation';
import type { ErrorDetails } from '../../../../nodes/engine/errorDetails';
import { afterCheck, endOf, NO_CHECKS, pauseAfter } from '../../../../nodes/engine/wait/waitChecks';

type Check = Parameters<typeof afterCheck>[1];

const RULE: WaitRule = {
	resource: 'thing',
	valueKind: 'state',
	valuePath: 'result.state',
	waitFor: ['running', 'Idle'],
	giveUpOn: ['failed'],
	stableFor: 1,
	waitForExistence: false,
	timeout: 300_000,
	outputOnTimeout: false,
	labels: { timeout: 'Time Limit' },
};

function failed(changes: Partial<ErrorDetails>, retryAfter?: number): Check {
	const details = { outcome: 'refused', reason: 'refused', attempts: 1 } as const;
	return { error: { message: 'No.', description: '', ...details, ...changes }, retryAfter };
}

function found(state: string): Check {
	return { record: { state, body: { result: state } } };
}

/** How a wait ends after these checks. Undefined if it continues. */
function endAfter(checks: Check[], changes: Partial<WaitRule> = {}) {
	const rule = { ...RULE, ...changes };
	const progress = checks.reduce((before, check) => afterCheck(before, check, rule), NO_CHECKS);
	return endOf(progress, rule);
}

describe('endOf', () => {
	const CHECKS = {
		wanted: found('running'),
		other: found('starting'),
		givenUp: found('failed'),
		missing: failed({ httpCode: '404' }),
		lasting: failed({ httpCode: '401' }),
		passing: failed({ httpCode: '503' }),
		asking: failed({ httpCode: '503' }, 1000),
	};
	type Kind = keyof typeof CHECKS;

	/** A wait has no other memory, so the latest checks decide. */
	function expectedEnd(kinds: Kind[], { stableFor, waitForExistence }: Partial<WaitRule>) {
		const areLast = (kind: Kind, count = 1) =>
			kinds.length >= count && kinds.slice(-count).every((one) => one === kind);
		if (areLast('wanted', stableFor)) return 'reached';
		if (areLast('givenUp')) return 'gaveUp';
		if (areLast('lasting') || areLast('passing', 5)) return 'failed';
		return areLast('missing') && waitForExistence !== true ? 'failed' : undefined;
	}

	it('ends when a state is stable, given up on, or unreadable', () => {
		const kind = fc.oneof(
			fc.constantFrom<Kind>('wanted', 'other', 'givenUp', 'missing', 'lasting', 'asking'),
			fc.constantFrom<Kind>('wanted', 'passing'),
		);
		const rules = fc.record({
			stableFor: fc.integer({ min: 1, max: 4 }),
			waitForExistence: fc.boolean(),
		});
		fc.assert(
			fc.property(fc.array(kind, { maxLength: 20 }), rules, (all, rule) => {
				for (let count = 1; count <= all.length; count += 1) {
					const kinds = all.slice(0, count);
					const expected = expectedEnd(kinds, rule);
					const checks = kinds.map((one) => CHECKS[one]);
					expect([kinds, endAfter(checks, rule)]).toEqual([kinds, expected]);
					if (expected !== undefined) break;
				}
			}),
			{ seed: 1, numRuns: 500 },
		);
	});

	it('ignores case and spaces when it compares states', () => {
		for (const state of ['idle', 'RUNNING ']) expect(endAfter([found(state)])).toBe('reached');
		for (const state of ['novel', 'runnin', 'failed-over', 'not running']) {
			expect(endAfter([found(state)])).toBeUndefined();
		}
	});

	it('prefers Wait For to the same state in Give Up On', () => {
		expect(endAfter([found('failed')], { waitFor: ['failed'] })).toBe('reached');
		expect(endAfter([found('failed')], { waitFor: ['failed'], stableFor: 2 })).toBeUndefined();
	});

	it.each([
		{ error: { httpCode: '400', message: 'Invalid body' }, ends: 'failed', forExistence: 'failed' },
		{ error: { httpCode: '400', message: 'BAD_REQUEST: Invalid backup id' }, ends: 'failed' },
		{ error: { httpCode: '400', message: 'Invalid private endpoint ID.' }, ends: 'failed' },
		{
			error: { httpCode: '401', message: 'Invalid backup id' },
			ends: 'failed',
			forExistence: 'failed',
		},
		{ error: { reason: 'invalidInput' }, ends: 'failed', forExistence: 'failed' },
		{ error: { reason: 'noConnection' } },
		{ error: { httpCode: '429' } },
		{ error: { httpCode: '500' } },
	] as const)(
		'returns $ends after the error $error, or $forExistence when waiting for existence',
		({ error, ends, forExistence }) => {
			expect(endAfter([failed(error)])).toBe(ends);
			expect(endAfter([failed(error)], { waitForExistence: true })).toBe(forExistence);
		},
	);
});

describe('pauseAfter', () => {
	const HOUR = 3_600_000;

	it('grows by half from two to fifteen seconds', () => {
		const pauses = [1, 2, 3, 4, 5, 6, 100].map((checks) => pauseAfter(checks, HOUR, 0.5));
		expect(pauses).toEqual([2000, 3000, 4500, 6750, 10_125, 15_000, 15_000]);
	});

	it('varies a pause by up to a fifth', () => {
		expect([0, 0.25, 1].map((random) => pauseAfter(1, HOUR, random))).toEqual([1600, 1800, 2400]);
		expect([0, 1].map((random) => pauseAfter(50, HOUR, random))).toEqual([12_000, 18_000]);
	});

	it.each([
		{ checks: 1, timeLeft: 3001, pause: 2000 },
		{ checks: 9, timeLeft: 1001, pause: 1 },
		{ checks: 1, timeLeft: 1000, pause: undefined },
	])(
		'leaves time for a last check: pauses $pause ms with $timeLeft ms left',
		({ checks, timeLeft, pause }) => {
			expect(pauseAfter(checks, timeLeft, 0.5)).toBe(pause);
		},
	);
});
