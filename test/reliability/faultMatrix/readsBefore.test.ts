import type { Emulator } from '../../../tools/emulator';
import { sampleOf } from '../../../tools/samples/operationSamples';
import { skipWaits } from '../../skipWaits';
import type { FaultExpectation } from './expectations';
import { FAULT_EXPECTATIONS, SUCCESS } from './expectations';
import { REPLACING } from './policies';
import { runFault } from './runFault';
import { withSink } from './withSink';

skipWaits();
const sink = withSink();

/** These faults make a read fail. */
const FAILING = FAULT_EXPECTATIONS.filter(({ reads }) => reads !== SUCCESS);

/** A repeated method with the same subject counts once. */
function kindsOf(seen: readonly string[]): string[] {
	const kinds = seen.map((request) => {
		const [, method = '', subject = ''] =
			/^(\w+) .*\/(clickpipes|services)\/[^/]+(?:\/state)?$/.exec(request) ?? [];
		return `${method} ${subject === 'services' ? 'service' : 'pipe'}`;
	});
	return [...new Set(kinds)];
}

describe('reads before an update under a lasting fault', () => {
	it('are part of eight updates', () => {
		const names = REPLACING.map(({ name }) => name.replace(' update', '')).sort();
		const own = ['alert', 'dashboard', 'savedSearch', 'source', 'webhook'];
		expect(names).toEqual([...own, 'queryEndpoint', 'role, managed', 'savedQuery'].sort());
	});

	it.each(FAILING)("don't let the change through if they fail: $name", async (row) => {
		const results = await Promise.all(
			REPLACING.map(async ({ name, sample }) => {
				// The list of dashboards shows that the API can read them.
				const at = name.startsWith('dashboard')
					? { operationId: 'getDashboard' }
					: { method: 'GET' };
				const result = await runFault(sample, row, sink, { at });
				const { requests, outcome, reason, seen, error } = result;
				const isSaid = error?.description?.includes('Nothing was changed.');
				const methods = new Set(seen.map((request) => request.replace(/ .*/, '')));
				return { name, requests, outcome, reason, methods: [...methods], isSaid };
			}),
		);
		const { requests, reason } = row.reads;
		const methods = row.fault === 'refused' ? [] : ['GET'];
		const expected = REPLACING.map(({ name }) => {
			const isMissing = name.startsWith('dashboard') && row.name === 'Status 404';
			const why = isMissing ? 'invalidInput' : reason;
			return { name, requests, outcome: 'notSent', reason: why, methods, isSaid: true };
		});
		expect(results).toEqual(expected);
		expect(sink.requests).toEqual([]);
	});
});

describe('Wake Service under a lasting fault', () => {
	const sample = sampleOf('pipe stop');
	const scene = {
		emulator: { dialect: 'clickhouseCloud' },
		options: { wakeService: true },
		prepare: (emulator: Emulator) => {
			const { serviceId } = emulator.ids;
			emulator.change('services', serviceId, (service) => ({ ...service, state: 'idle' }));
		},
	} as const;

	/** Only a single step meets the fault. In the requests, names replace IDs. */
	async function under(row: FaultExpectation, operationId: string) {
		const { outcome, reason, seen, requests } = await runFault(sample, row, sink, {
			...scene,
			at: { operationId },
		});
		return { outcome, reason, requests, seen: kindsOf(seen) };
	}

	it.each(FAILING.filter(({ name }) => name !== 'Status 403'))(
		"stops if it can't read the state: $name",
		async (row) => {
			const { requests, reason } = row.reads;
			const seen = requests === 0 ? [] : ['GET service'];
			const result = await under(row, 'getService');
			expect(result).toEqual({ outcome: 'notSent', reason, requests, seen });
		},
	);

	it.each(FAILING.filter(({ fault }) => fault !== 'refused'))(
		"doesn't send the change if the wake fails: $name",
		async (row) => {
			const { requests, reason } = row.changes;
			const result = await under(row, 'updateServiceState');
			const seen = ['GET service', 'PATCH service'];
			expect(result).toEqual({ outcome: 'notSent', reason, requests, seen });
		},
	);

	it("sends the change without a wake if the key can't read the state", async () => {
		const [row] = FAILING.filter(({ name }) => name === 'Status 403');
		if (row === undefined) throw new Error('No fault is a 403');
		const seen = ['GET service', 'PATCH pipe'];
		const asleep = { outcome: 'refused', reason: 'asleep', requests: 1, seen };
		expect(await under(row, 'getService')).toEqual(asleep);
	});
});
