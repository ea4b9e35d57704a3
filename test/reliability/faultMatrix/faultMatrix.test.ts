import { operations as dashboardOperations } from '../../../nodes/CloudDashboard/resources';
import { operations as managementOperations } from '../../../nodes/CloudManagement/resources';
import type { OperationTable } from '../../../nodes/engine/operation';
import type { Sink } from '../../../tools/emulator';
import { startSink } from '../../../tools/emulator';
import type { OperationSample } from '../../../tools/samples/operationSamples';
import { sampleOf, SINGLE_REQUESTS } from '../../../tools/samples/operationSamples';
import { DASHBOARD } from '../../../tools/engine/workflow';
import type { Expected, FaultExpectation } from './expectations';
import { FAULT_EXPECTATIONS, SUCCESS } from './expectations';
import { runFault } from './runFault';

/** Operations to try with a passing fault: only method and failure decide whether they are sent again. */
const PASSING = ['service get', 'activity getAll', 'dashboard getAll', 'pipe stop', 'pipe create'];

let sink: Sink;

beforeAll(async () => {
	sink = await startSink();
});

afterAll(async () => {
	await sink.close();
});

/** These read by POST: their query doesn't fit into an address. */
const POST_READS = ['chart query', 'event search'];

function isRead(name: string, { method }: OperationSample): boolean {
	return method === 'GET' || POST_READS.includes(name);
}

function expectedOf(name: string, sample: OperationSample, row: FaultExpectation): Expected {
	const { fault, withoutData, creations, reads, changes } = row;
	if (isRead(name, sample)) return reads;
	// Before it is sent again, the state of the service is read, with the same fault.
	if (name === 'service delete' && row.name === 'Status 409') return { ...changes, requests: 2 };
	if (!name.endsWith(' create')) {
		return withoutData === true && sample.withoutData === true ? SUCCESS : changes;
	}
	// The dashboard API has no envelope, so without data only the status can confirm a creation.
	const isBare = sample.type === DASHBOARD && fault !== 'refused' && fault.kind === 'noResult200';
	return creations === true && !isBare ? SUCCESS : changes;
}

describe('every operation under a lasting fault', () => {
	it.each(FAULT_EXPECTATIONS)('$name', async (row) => {
		const seen = await Promise.all(
			SINGLE_REQUESTS.map(async ([name, sample]) => {
				const { requests, outcome, reason, hasItems } = await runFault(sample, row, sink);
				return { name, requests, outcome, reason, hasItems };
			}),
		);
		const expected = SINGLE_REQUESTS.map(([name, sample]) => {
			const { requests, outcome, reason } = expectedOf(name, sample, row);
			return { name, requests, outcome, reason, hasItems: reason === undefined };
		});
		expect(seen).toEqual(expected);
		expect(sink.requests).toEqual([]);
	});

	it('explains for every write how to find out the outcome', async () => {
		const [reset] = FAULT_EXPECTATIONS.filter(({ reads }) => reads.outcome === 'unknown');
		if (reset === undefined) throw new Error('No fault leaves an outcome open');
		const changes = SINGLE_REQUESTS.filter(([name, sample]) => !isRead(name, sample));
		const said = changes.map(async ([name, sample]) => {
			const { message = '', description = '' } = await runFault(sample, reset, sink);
			// The cause follows the possible outcome.
			const happened = message.replace(/(?<=^[^.]*)\. .*/, '');
			return [
				name,
				[happened, description.replace(/ (?:Request ID:|The request was for) .*$/, '')],
			];
		});
		const own = changes.map(([name, { type }]) => {
			const [resource = '', operation = ''] = name.split(/[ ,]/);
			const table: OperationTable = type === DASHBOARD ? dashboardOperations : managementOperations;
			return [name, table[resource]?.[operation]?.unknownOutcome];
		});
		expect(await Promise.all(said)).toEqual(own);
	});
});

describe('a read or a change of each kind under a passing fault', () => {
	const passing = FAULT_EXPECTATIONS.filter(
		({ fault, reads }) => fault !== 'refused' && reads.requests > 1,
	);

	it.each(passing)('$name', async (row) => {
		for (const name of PASSING) {
			const sample = sampleOf(name);
			const { requests, outcome } = expectedOf(name, sample, row);
			const { hasItems, ...seen } = await runFault(sample, row, sink, 1);
			const isSentAgain = requests > 1 || outcome === undefined;
			expect({ name, requests: seen.requests, hasItems }).toEqual({
				...{ name, requests, hasItems: isSentAgain },
			});
		}
	});
});
