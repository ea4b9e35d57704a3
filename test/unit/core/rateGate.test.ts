import { RateGate } from '../../../nodes/core/rateGate';
import type { Decision, Ticket } from '../../../nodes/core/rateGate';

function go(decision: Decision): Ticket {
	if (decision.kind !== 'go') throw new Error(`expected to go, but ${decision.kind}`);
	return decision.ticket;
}

function start(gate: RateGate, count: number, now = 0): Ticket[] {
	return Array.from({ length: count }, () => go(gate.decide(now)));
}

function pass(gate: RateGate, tickets: Ticket[]): void {
	for (const ticket of tickets) gate.passed(ticket);
}

/** How many may go side by side right now. */
function room(gate: RateGate, now: number): number {
	for (let count = 0; count < 50; count += 1) {
		if (gate.decide(now).kind !== 'go') return count;
	}
	return Infinity;
}

describe('RateGate', () => {
	it('lets ten go side by side, then waits for their answers', () => {
		const gate = new RateGate();
		expect(room(gate, 0)).toBe(10);
		expect(gate.decide(0)).toEqual({ kind: 'waitForAnswers' });
	});

	it('lets one go alone after ten have passed, and all once that has passed', () => {
		const gate = new RateGate();
		pass(gate, start(gate, 10));
		const alone = go(gate.decide(0));
		expect(alone).toEqual({ window: 0, alone: true });
		expect(gate.decide(0)).toEqual({ kind: 'waitForAnswers' });
		gate.passed(alone);
		expect(room(gate, 0)).toBe(Infinity);
	});

	it('waits for all ten before it lets one go alone', () => {
		const gate = new RateGate();
		const tickets = start(gate, 10);
		pass(gate, tickets.slice(1));
		expect(gate.decide(0)).toEqual({ kind: 'waitForAnswers' });
	});

	it('pauses all after a refusal until the time named, then allows what passed before', () => {
		const gate = new RateGate();
		const tickets = start(gate, 4);
		pass(gate, tickets.slice(0, 3));
		gate.refused(tickets[3] ?? { window: 0, alone: false }, 100, 5000);
		expect(gate.decide(4999)).toEqual({ kind: 'waitUntil', time: 5000 });
		expect(room(gate, 5000)).toBe(3);
	});

	it('learns nothing from what comes late of a window before', () => {
		const gate = new RateGate();
		const [first, late, later] = start(gate, 3);
		if (first === undefined || late === undefined || later === undefined) throw new Error('none');
		gate.refused(first, 0, 10);
		const [second] = start(gate, 1, 10);
		if (second === undefined) throw new Error('none');
		gate.refused(late, 20, 25);
		expect(gate.decide(24)).toEqual({ kind: 'waitUntil', time: 25 });
		gate.passed(second);
		expect(go(gate.decide(25))).toEqual({ window: 1, alone: true });
		gate.refused({ window: 1, alone: true }, 30, 40);
		gate.passed(later);
		expect(room(gate, 40)).toBe(1);
	});

	it('never learns of less than one', () => {
		const gate = new RateGate();
		gate.refused(go(gate.decide(0)), 0, 10);
		expect(room(gate, 10)).toBe(1);
	});

	it('goes one by one beyond a small budget until more than ten have passed', () => {
		const gate = new RateGate();
		const tickets = start(gate, 3);
		pass(gate, tickets.slice(0, 2));
		gate.refused(tickets[2] ?? { window: 0, alone: false }, 0, 10);
		pass(gate, start(gate, 2, 10));
		for (let passed = 2; passed < 11; passed += 1) {
			const ticket = go(gate.decide(10));
			expect(ticket.alone).toBe(true);
			expect(gate.decide(10).kind).toBe('waitForAnswers');
			gate.passed(ticket);
		}
		expect(room(gate, 10)).toBe(Infinity);
	});

	it('counts answers that come in after the refusal of their window', () => {
		const gate = new RateGate();
		const [first, second, third, last] = start(gate, 4);
		if (!first || !second || !third || !last) throw new Error('four were started');
		gate.passed(first);
		gate.refused(last, 0, 10);
		gate.passed(second);
		gate.passed(third);
		expect(room(gate, 10)).toBe(3);
	});

	it('counts late answers from nothing, never beyond ten, and not in the middle of a window', () => {
		const gate = new RateGate();
		const [first, second] = start(gate, 2);
		if (!first || !second) throw new Error('two were started');
		gate.refused(first, 0, 10);
		gate.passed(second);
		const next = go(gate.decide(10));
		gate.passed(second);
		expect(gate.decide(10)).toEqual({ kind: 'waitForAnswers' });
		gate.passed(next);
		for (let passed = 0; passed < 10; passed += 1) gate.passed(go(gate.decide(10)));
		const many = start(gate, 20, 10);
		const [refused, ...others] = many;
		if (!refused) throw new Error('twenty were started');
		gate.refused(refused, 10, 20);
		pass(gate, others);
		expect(room(gate, 20)).toBe(10);
	});

	it('takes the latest of several named times, and one refusal for one window', () => {
		const gate = new RateGate();
		const tickets = start(gate, 3);
		const [one, two, three] = tickets;
		if (!one || !two || !three) throw new Error('three were started');
		gate.passed(one);
		gate.refused(two, 0, 50);
		gate.refused(three, 0, 80);
		expect(gate.decide(79)).toEqual({ kind: 'waitUntil', time: 80 });
		expect(room(gate, 80)).toBe(1);
	});

	it('backs off longer and longer when no time is named, and tries alone first', () => {
		const gate = new RateGate();
		let now = 0;
		for (const pause of [2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]) {
			gate.refused(go(gate.decide(now)), now);
			expect(gate.decide(now)).toEqual({ kind: 'waitUntil', time: now + pause });
			now += pause;
			if (pause === 2000) {
				const decision = gate.decide(now);
				expect(decision).toMatchObject({ ticket: { alone: true } });
				gate.unanswered(go(decision));
			}
		}
	});

	it('starts the backing off again once a request has passed', () => {
		const gate = new RateGate();
		gate.refused(go(gate.decide(0)), 0);
		gate.passed(go(gate.decide(2000)));
		gate.refused(go(gate.decide(2000)), 2000);
		expect(gate.decide(2000)).toEqual({ kind: 'waitUntil', time: 4000 });
	});

	it('does not back off further for a late refusal without a named time', () => {
		const gate = new RateGate();
		const [one, two] = start(gate, 2);
		if (!one || !two) throw new Error('two were started');
		gate.refused(one, 0);
		gate.refused(two, 100);
		expect(gate.decide(100)).toEqual({ kind: 'waitUntil', time: 2000 });
	});

	it('allows the budget side by side after the lone try has passed', () => {
		const gate = new RateGate();
		const tickets = start(gate, 6);
		pass(gate, tickets.slice(0, 5));
		gate.refused(tickets[5] ?? { window: 0, alone: false }, 0);
		const alone = go(gate.decide(2000));
		expect(gate.decide(2000)).toEqual({ kind: 'waitForAnswers' });
		gate.passed(alone);
		expect(room(gate, 2000)).toBe(4);
	});

	it('learns nothing from requests without an answer, also of an earlier window', () => {
		const gate = new RateGate();
		const tickets = start(gate, 10);
		for (const ticket of tickets.slice(1)) gate.unanswered(ticket);
		gate.refused(tickets[0] ?? { window: 0, alone: false }, 0, 10);
		const next = go(gate.decide(10));
		gate.unanswered(tickets[9] ?? { window: 0, alone: false });
		expect(gate.decide(10)).toEqual({ kind: 'waitForAnswers' });
		gate.unanswered(next);
		expect(gate.decide(10).kind).toBe('go');
	});

	it('closes the lifted gate again with a refusal', () => {
		const gate = new RateGate();
		pass(gate, start(gate, 10));
		gate.passed(go(gate.decide(0)));
		const tickets = start(gate, 20);
		pass(gate, tickets.slice(1));
		gate.refused(tickets[0] ?? { window: 0, alone: false }, 0, 10);
		expect(room(gate, 10)).toBe(10);
	});
});
