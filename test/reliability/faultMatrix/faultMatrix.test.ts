import { isDeepStrictEqual } from 'node:util';

import * as fc from 'fast-check';

import { unknownOutcomeOf } from '../../../nodes/engine/errors/nodeErrors';
import { DASHBOARD } from '../../../tools/engine/workflow';
import { skipWaits } from '../../skipWaits';
import type { Expected, FaultExpectation, NeedsNoData } from './expectations';
import { FAULT_EXPECTATIONS, SUCCESS } from './expectations';
import type { SampledOperation } from './policies';
import { plannedOf, POLICIES, SAMPLED } from './policies';
import { runFault } from './runFault';
import { withSink } from './withSink';

/** These read with POST, because their query doesn't fit into a URL or contains secrets. */
const POST_READS = [
	'byocInfrastructure validate',
	'chart query',
	'dashboard validate',
	'event search',
	'pipe discoverSchema',
];
/**
 * One operation stands for each policy. A read after other reads ends with their outcome, which test/unit/management
 * covers.
 */
const TRIED = POLICIES.map(([one]) => one).filter(({ name }) => name !== 'apiKey getCurrent');

skipWaits();
const sink = withSink();

function reads({ name, sample }: SampledOperation): boolean {
	return sample.method === 'GET' || POST_READS.includes(name);
}

function needsNoData(name: string): NeedsNoData | undefined {
	if (/ (?:delete|reset$)/.test(name)) return 'Delete';
	if (/ create(?:,|$)/.test(name)) return 'Create';
	// Rows may be any objects, and there may be none.
	if (name.endsWith(' run')) return 'Run';
	return name.startsWith('apiRequest') ? 'API Request' : undefined;
}

function expectedOf(one: SampledOperation, row: FaultExpectation): Expected {
	const { name } = one;
	if (reads(one)) return row.reads;
	const kind = needsNoData(name);
	return kind !== undefined && row.confirms?.includes(kind) === true ? SUCCESS : row.changes;
}

describe('every operation under a lasting fault', () => {
	it('behaves like the operation tested for its policy', () => {
		const outcomes = (one: SampledOperation) =>
			FAULT_EXPECTATIONS.map((row) => expectedOf(one, row));
		const others = POLICIES.flatMap(([tried, ...rest]) =>
			rest.filter((one) => !isDeepStrictEqual(outcomes(one), outcomes(tried))),
		);
		expect(others.map(({ name }) => name)).toEqual([]);
	});

	it.each(FAULT_EXPECTATIONS)('has the expected outcome after: $name', async (row) => {
		const tried = TRIED.filter(({ sample }) => !row.hasEnvelope || sample.type !== DASHBOARD);
		const seen = await Promise.all(
			tried.map(async ({ name, sample }) => {
				const { requests, outcome, reason, hasItems } = await runFault(sample, row, sink);
				return { name, requests, outcome, reason, hasItems };
			}),
		);
		const expected = tried.map((one) => {
			const { requests, outcome, reason } = expectedOf(one, row);
			const isEmpty = one.name.endsWith(' run') && row.name === 'Status 200 with an empty body';
			// In the emulator, no service has changed settings, so this list is empty.
			const hasNone = one.name === 'serviceSetting getAll';
			const hasItems = reason === undefined && !isEmpty && !hasNone;
			return { name: one.name, requests, outcome, reason, hasItems };
		});
		expect(seen).toEqual(expected);
		expect(sink.requests).toEqual([]);
	});

	it('explains how to find out the outcome of every write', async () => {
		const writes = SAMPLED.filter((one) => !reads(one));
		const outcomeOf = ({ operation }: SampledOperation) =>
			operation.kind === 'change' ? unknownOutcomeOf(operation) : undefined;
		const general = writes.filter((one) => outcomeOf(one) === unknownOutcomeOf({}));
		expect(general.map(({ name }) => name)).toEqual([
			'apiRequest send',
			'apiRequest send, dashboard',
		]);
		for (const one of TRIED.filter((each) => !reads(each))) {
			const [happened = '', check = ''] = outcomeOf(one) ?? [];
			const { error } = await runFault(one.sample, { fault: { kind: 'html200' } }, sink);
			// The error names the record that may have been made.
			const [verb = ''] = / may have .*$/.exec(happened) ?? [];
			expect(error?.message).toMatch(
				/a web page answered instead of the API|web page instead of JSON/,
			);
			expect(error?.message).toContain(verb);
			expect(error?.description).toContain(check);
		}
	});
});

describe('every operation', () => {
	/** Keys that the operations read in a response. */
	const keys = fc.constantFrom('id', 'name', 'state', 'fields', 'checks', 'tiles', 'costs', 'data');
	const records = fc.array(fc.dictionary(keys, fc.jsonValue({ maxDepth: 2 })), { maxLength: 3 });

	it.each(SAMPLED)('$name outputs arbitrary records', (one) => {
		const { operation } = one;
		const { request, parameters, context } = plannedOf(one);
		fc.assert(
			fc.property(records, (payload) => {
				const { pick, toItem, successHint } = operation.output ?? {};
				const picked = pick?.(payload, parameters, context) ?? payload;
				for (const record of picked) toItem?.(record, parameters, {});
				for (const record of payload) {
					successHint?.(record, request, (text) => text);
					if (operation.kind === 'list') operation.missingList?.(record, parameters);
				}
			}),
			{ numRuns: 20 },
		);
	});
});
