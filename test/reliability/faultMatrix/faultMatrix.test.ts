import type { Sink } from '../../emulator';
import { startSink } from '../../emulator';
import type { OperationSample } from '../../engine/harness/operationSamples';
import { SINGLE_REQUESTS } from '../../engine/harness/operationSamples';
import type { Expected, FaultExpectation } from './expectations';
import { FAULT_EXPECTATIONS, OWN_ADVICE, UNKNOWN_OUTCOMES } from './expectations';
import { runFault } from './runFault';

let sink: Sink;

beforeAll(async () => {
	sink = await startSink();
});

afterAll(async () => {
	await sink.close();
});

const OPERATIONS = SINGLE_REQUESTS;

function expectedOf(name: string, sample: OperationSample, row: FaultExpectation): Expected {
	const { anyEndpoint, fault } = row;
	const own = OWN_ADVICE[row.name]?.[name];
	if (own !== undefined) return { ...row.writes, description: own, dashboardDescription: own };
	if (anyEndpoint !== undefined && name.startsWith('apiRequest')) {
		return { ...row.writes, description: anyEndpoint, dashboardDescription: anyEndpoint };
	}
	if (sample.method === 'GET') return row.reads;
	// The dashboard API has no envelope, so without data only the status can confirm a creation.
	const isBare = isDashboard(sample) && fault !== 'refused' && fault.kind === 'noResult200';
	if (name.endsWith(' create')) return (isBare ? undefined : row.creations) ?? row.writes;
	return sample.withoutData === true ? (row.withoutData ?? row.writes) : row.writes;
}

function isDashboard({ type }: OperationSample): boolean {
	return type.endsWith('cloudDashboard');
}

/** The expectation with everything filled in that depends on the operation. */
function concrete(name: string, sample: OperationSample, expected: Expected) {
	const { requests, message, description, dashboardDescription } = expected;
	if (message === undefined) return { requests, succeeds: true };
	const dashboard = isDashboard(sample);
	const described = dashboard ? (dashboardDescription ?? description) : description;
	return {
		requests,
		succeeds: false,
		message: message
			.replace('{host}', new URL(sink.url).host)
			.replace('{payload}', dashboard ? 'data' : 'result'),
		description: described === 'unknown' ? UNKNOWN_OUTCOMES[name] : described,
	};
}

async function outcomes(row: FaultExpectation, times?: number) {
	const entries = OPERATIONS.map(
		async ([name, sample]) => [name, await runFault(sample, row, sink, times)] as const,
	);
	return Object.fromEntries(await Promise.all(entries));
}

describe('every operation under a fault that stays', () => {
	it.each(FAULT_EXPECTATIONS)('$name', async (row) => {
		const expected = OPERATIONS.map(([name, sample]) => [
			name,
			concrete(name, sample, expectedOf(name, sample, row)),
		]);
		expect(await outcomes(row)).toEqual(Object.fromEntries(expected));
		expect(sink.requests).toEqual([]);
	});
});

describe('every operation under a fault that passes', () => {
	const passing = FAULT_EXPECTATIONS.filter(
		({ fault, reads }) => fault !== 'refused' && reads.requests > 1,
	);

	it.each(passing)('$name', async (row) => {
		const seen = await outcomes(row, 1);
		for (const [name, sample] of OPERATIONS) {
			const expected = expectedOf(name, sample, row);
			const sentAgain = expected.requests > 1 || expected.message === undefined;
			expect({ name, ...seen[name] }).toMatchObject({
				name,
				requests: expected.requests,
				succeeds: sentAgain,
			});
		}
	});
});

describe('the table', () => {
	it('says of every write how to find out what happened', () => {
		const writes = OPERATIONS.filter(([, { method }]) => method !== 'GET').map(([name]) => name);
		expect(Object.keys(UNKNOWN_OUTCOMES).sort()).toEqual(writes.sort());
	});
});
