import { isDeepStrictEqual } from 'node:util';

import * as fc from 'fast-check';
import { type IDataObject, jsonParse } from 'n8n-workflow';

import type { RawResponse } from '../../nodes/engine/http/response';
import { storedKey } from '../../nodes/features/watch/states';
import { json, text } from '../unit/core/fakes';
import type { FakePoll, Records, Respond, Services } from '../unit/trigger/fakePoll';
import {
	ALERTS,
	BACKUPS,
	ENDPOINTS,
	isResponse,
	listed,
	PIPES,
	poll,
	SERVICE_ID,
	SERVICES,
	servicesWith,
} from '../unit/trigger/fakePoll';
import type { Change, Polled, Told, Watched } from './triggerModel';
import { Model, NOTHING_KNOWN, serviceIn } from './triggerModel';

const RUNS = { numRuns: 40, plugins: [fc.interruptAfterTimeLimit(60_000)] };

const SERVICE_IDS = [SERVICE_ID, ...['2', '3'].map((n) => SERVICE_ID.replace(/2$/, n))];
const NO_PATH = 'an ID that makes no path';
const IDS = ['id-a', 'id-b', 'id-c', `id-${'x'.repeat(300)}`];
const CHOSEN = IDS.slice(0, 2);
const STATES = ['running', 'Running ', ' RUNNING', 'idle', 'Idle', 'stopped', '\u00a0idle', 'Gone'];

const PAGE = '<html><h1>404 Not Found</h1></html>';
const LIMITED = json({}, 429, { 'retry-after': '40' });
const ASLEEP = json({}, 424);
const FAILURES = [
	json({}, 400),
	json({}, 403),
	json({}, 500),
	json({ error: 'NOT_FOUND' }, 404),
	json([], 404),
	text('', 404),
	text(PAGE, 404),
	text(PAGE),
];
const NO_LIST = json({ result: {} });
const STATELESS = [json({ result: { id: 'id-a' } }), json({ result: ['id-a'] })];

interface Event extends Pick<Watched, 'isExact' | 'reads'> {
	name: string;
	parameters: IDataObject;
	/** The item has the record under this key. */
	key: 'alert' | 'backup' | 'pipe' | 'record' | 'reversePrivateEndpoint' | 'service';
	/** The field chooses records by `ids`. */
	field?: string;
	ids?: readonly string[];
}

const PIPES_OF_ALL = { event: PIPES.event };
const BACKUPS_OF_ALL = { event: BACKUPS.event };
const ENDPOINTS_OF_ALL = { event: ENDPOINTS.event };
const VALUES = { event: 'valueChanged', valuePath: 'result.state' };

const EVENTS: Event[] = [
	{ name: 'all services', parameters: SERVICES, reads: 'list', key: 'service' },
	{
		name: 'chosen services',
		parameters: SERVICES,
		reads: 'each',
		key: 'service',
		field: 'serviceIds',
		ids: SERVICE_IDS,
	},
	{ name: 'all pipes of a service', parameters: PIPES, reads: 'list', key: 'pipe' },
	{
		name: 'chosen pipes of a service',
		parameters: PIPES,
		reads: 'list',
		key: 'pipe',
		field: 'pipeIds',
		ids: CHOSEN,
	},
	{
		name: 'the pipes of all services',
		parameters: PIPES_OF_ALL,
		reads: 'everyService',
		key: 'pipe',
	},
	{
		name: 'the backups of all services',
		parameters: BACKUPS_OF_ALL,
		reads: 'everyService',
		key: 'backup',
	},
	{
		name: 'chosen endpoints of a service',
		parameters: ENDPOINTS,
		reads: 'each',
		key: 'reversePrivateEndpoint',
		field: 'reversePrivateEndpointIds',
		ids: CHOSEN,
	},
	{
		name: 'the endpoints of all services',
		parameters: ENDPOINTS_OF_ALL,
		reads: 'everyService',
		key: 'reversePrivateEndpoint',
	},
	{ name: 'all alerts', parameters: ALERTS, reads: 'list', key: 'alert' },
	{
		name: 'chosen alerts',
		parameters: ALERTS,
		reads: 'list',
		key: 'alert',
		field: 'alertIds',
		ids: CHOSEN,
	},
	{
		name: 'values',
		parameters: VALUES,
		reads: 'each',
		isExact: true,
		key: 'record',
		field: 'paths',
		ids: CHOSEN,
	},
];

function itemOf({ key, reads }: Event, change: Change, services: Services): IDataObject {
	const { before, after, isThere } = change;
	const isOfAll = reads === 'everyService';
	const serviceId = isOfAll ? serviceIn(change.key) : SERVICE_ID;
	const own = change.key.slice(isOfAll ? serviceId.length + 1 : 0);
	// Only the stored form of a missing record's ID is known.
	const id = isThere ? own : storedKey(own);
	const record = { id, state: after, status: after };
	const summary = expect.stringContaining('') as string;
	if (key === 'record') {
		const shown = isThere ? record : {};
		return { summary, path: `/v1/${id}`, previousValue: before, value: after, record: shown };
	}
	const isStatus = key === 'backup' || key === 'reversePrivateEndpoint';
	const states = isStatus
		? { summary, previousStatus: before, status: after }
		: { summary, previousState: before, state: after };
	if (key === 'service' || key === 'alert') return { ...states, [key]: isThere ? record : { id } };
	const named = isOfAll && serviceId in services && { name: serviceId.slice(-1) };
	return {
		...states,
		[key]: isThere ? record : { id, serviceId },
		service: { id: serviceId, ...named },
	};
}

interface Step extends Polled {
	pageSize: number;
	isManual: boolean;
	/** A parallel poll finds these services before this poll's first response. */
	meanwhile: Services | undefined;
}

/** Records are read by ID, or in a list. */
function recordsOf({ reads, ids, isExact = false }: Event): fc.Arbitrary<Records> {
	const found = fc.constantFrom(...STATES, '');
	if (reads !== 'each') return fc.dictionary(fc.constantFrom(...IDS), found);
	const failures = fc.constantFrom(...FAILURES, LIMITED, ...(isExact ? [] : STATELESS));
	const each = fc.oneof({ weight: 3, arbitrary: found }, { weight: 2, arbitrary: failures });
	return fc.dictionary(fc.constantFrom(...(ids ?? [])), each);
}

/** Replaces some of the responses by failures. */
function orFailure<Found>(found: fc.Arbitrary<Found>, failures: readonly RawResponse[]) {
	return fc.oneof(
		{ weight: 3, arbitrary: found },
		{ weight: 1, arbitrary: fc.constantFrom(...failures) },
	);
}

function servicesOf(event: Event): fc.Arbitrary<Services> {
	const records = recordsOf(event);
	const failures = [...FAILURES, LIMITED, NO_LIST];
	if (event.reads !== 'everyService') {
		const found = event.reads === 'each' ? records : orFailure(records, failures);
		return found.map((one) => ({ [SERVICE_ID]: one }));
	}
	const ids = fc.constantFrom(...SERVICE_IDS, ...SERVICE_IDS, NO_PATH);
	return fc.oneof(
		{
			weight: 9,
			arbitrary: fc.dictionary(ids, orFailure(records, [...failures, ASLEEP])),
		},
		{ weight: 1, arbitrary: fc.constantFrom(...FAILURES) },
	);
}

function stepsOf(event: Event): fc.Arbitrary<Step[]> {
	const { ids = [] } = event;
	const services = servicesOf(event);
	const step = fc.record({
		services,
		chosen: fc.oneof(
			{ weight: 5, arbitrary: fc.constant(ids) },
			{ weight: 1, arbitrary: fc.subarray([...ids], { minLength: Math.min(ids.length, 1) }) },
		),
		version: fc.constantFrom(1, 1, 1, 1, 1, 2),
		pageSize: fc.integer({ min: 1, max: 4 }),
		isManual: fc.constantFrom(false, false, false, false, false, true),
		meanwhile: fc.option(services, { nil: undefined, freq: 4 }),
	});
	const first = {
		services: { [SERVICE_ID]: Object.fromEntries((event.ids ?? IDS).map((id) => [id, 'idle'])) },
		chosen: ids,
		version: 1,
		pageSize: 4,
		isManual: false,
		meanwhile: undefined,
	};
	// Without a first poll that reads everything, many sequences would only fail.
	return fc
		.tuple(fc.boolean(), fc.array(step, { maxLength: 14, size: 'max' }))
		.map(([isReadable, steps]) => (isReadable ? [first, ...steps] : steps));
}

/** Only alerts have pages. */
function responseTo({ reads, key }: Event, services: Services, pageSize: number): Respond {
	if (reads === 'everyService') return servicesWith(services);
	const found = isResponse(services) ? services : (services[SERVICE_ID] ?? {});
	return isResponse(found) ? () => found : listed(found, key === 'alert' ? pageSize : Infinity);
}

/** Polls as n8n does, with the state as JSON. Results are in the order of the polls' ends. */
function trigger(event: Event, filters: IDataObject) {
	let staticData: IDataObject = {};
	return async ({ chosen = [], version, pageSize, isManual, meanwhile, services }: Step) => {
		staticData = jsonParse(JSON.stringify(staticData));
		const ids = event.key === 'record' ? chosen.map((id) => `/v1/${id}`) : [...chosen];
		const parameters = {
			...event.parameters,
			...(event.field !== undefined && { [event.field]: ids }),
			...filters,
			options: { allowUnlisted: true },
		};
		const state: FakePoll = isManual ? { mode: 'manual' } : { staticData };
		const run = async (found: Services, before?: Promise<unknown>) => {
			const response = responseTo(event, found, pageSize);
			const respond: Respond = async (...request) => {
				await before;
				return await response(...request);
			};
			return await poll({ ...state, parameters, raw: { version }, respond }).then(
				({ items = [], reported, paths }) => ({
					items,
					first: isManual ? undefined : firstRead(event, paths),
					reported: reported.flatMap(({ message }) => reportedIds(message)),
				}),
				() => 'failed',
			);
		};
		const other = meanwhile && !isManual ? run(meanwhile) : undefined;
		const own = run(services, other);
		return other ? [await other, await own] : [await own];
	};
}

/** The record that a poll reads first. Undefined for a list, which arrives in one read. */
function firstRead({ reads }: Event, paths: readonly string[]): string | undefined {
	if (reads === 'list') return undefined;
	return reads === 'each' ? paths[0]?.split('/').at(-1) : paths[1]?.split('/')[2];
}

/** Long IDs are shortened in the middle. */
const endOf = (id: string): string => id.slice(-12);

function reportedIds(message: string): string[] {
	const [, ids = ''] = message.split('in two consecutive polls: ');
	// The ID of a service follows its name in parentheses, or precedes the ID of its record.
	return ids.split(', ').map((id) => endOf(id.replace(/^.*\/|\)$/g, '')));
}

/** The model says which items and reports to expect. */
function expected(event: Event, model: Model) {
	const isOfAll = event.reads === 'everyService';
	// A record's ID follows its service's, as stored.
	const shownId = (key: string): string =>
		endOf(isOfAll && key.includes('/') ? storedKey(key.slice(serviceIn(key).length + 1)) : key);
	let memory = NOTHING_KNOWN;
	const told = ({ changes, reported, first }: Told, services: Services) => ({
		first,
		items: changes.map((change) => itemOf(event, change, services)),
		reported: reported.map(shownId),
	});
	const sampled = (step: Polled) => {
		const sample = model.sample(step);
		if (sample === undefined) return 'failed';
		// Unit tests check which state a test event has.
		const id = sample.key.split('/').at(-1) ?? '';
		// A record shown as gone has its stored ID.
		const shown = new RegExp(`^(?:${id}|${storedKey(id)})$`);
		const record: unknown = expect.objectContaining({
			id: expect.stringMatching(shown) as unknown,
		});
		const warnings: unknown = expect.arrayContaining([expect.any(String)]);
		const items = [expect.objectContaining({ [event.key]: record, warnings }) as unknown];
		return { items, reported: [], first: undefined };
	};
	return (step: Step) => {
		const polled = { ...step, chosen: event.ids && step.chosen };
		if (step.isManual) return [sampled(polled)];
		const before = memory;
		const all = step.meanwhile === undefined ? [step.services] : [step.meanwhile, step.services];
		return all.map((services) => {
			const next = model.next({ ...polled, services }, before, memory);
			({ memory } = next);
			return next.told ? told(next.told, services) : 'failed';
		});
	};
}

const wanted = fc.oneof(
	{ weight: 2, arbitrary: fc.constant([]) },
	{ weight: 1, arbitrary: fc.subarray(['Idle', ' running', 'gone'], { minLength: 1 }) },
);

it.each(EVENTS)('a trigger of $name emits what the model predicts', async (event) => {
	const all = fc.asyncProperty(
		stepsOf(event),
		wanted,
		wanted,
		async (steps, states, previousStates) => {
			const model = expected(event, new Model({ ...event, states, previousStates }));
			const next = trigger(event, { states, previousStates });
			for (const step of steps) expect(await next(step)).toEqual(model(step));
		},
	);
	await fc.assert(all, RUNS);
});

it('Value Changed emits exactly the changes of a payload', async () => {
	const parameters = { event: 'valueChanged', paths: '/v1/any' };
	const payloads = fc.array(fc.jsonValue({ maxDepth: 2 }), { minLength: 2 });
	const all = fc.asyncProperty(payloads, async (results) => {
		const staticData: IDataObject = {};
		const changes = [];
		for (const result of results) {
			const respond = () => json({ result, requestId: String(Math.random()) });
			const { items } = await poll({ parameters, staticData, respond });
			changes.push(items !== undefined);
		}
		const texts = results.map((result) => jsonParse(JSON.stringify(result)));
		const isChange = (now: unknown, n: number) => n > 0 && !isDeepStrictEqual(now, texts[n - 1]);
		expect(changes).toEqual(texts.map(isChange));
	});
	await fc.assert(all, RUNS);
});
