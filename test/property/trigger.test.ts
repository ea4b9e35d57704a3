import { isDeepStrictEqual } from 'node:util';

import * as fc from 'fast-check';
import { type IDataObject, jsonParse } from 'n8n-workflow';

import type { RawResponse } from '../../nodes/engine/http/response';
import { storedKey } from '../../nodes/features/watch/states';
import { json, text } from '../unit/core/fakes';
import type { Change, Records, Respond, Services } from '../unit/trigger/fakePoll';
import {
	ALERTS,
	BACKUPS,
	changeOf,
	ENDPOINTS,
	isResponse,
	listed,
	PIPES,
	poll,
	SERVICE_ID,
	SERVICES,
	servicesWith,
} from '../unit/trigger/fakePoll';
import { Model, type Watched } from './triggerModel';

const RUNS = { numRuns: 100, interruptAfterTimeLimit: 60_000 };

const SERVICE_IDS = [SERVICE_ID, ...['2', '3'].map((n) => SERVICE_ID.replace(/2$/, n))];
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

/** An event in one of its settings. */
interface Event extends Omit<Watched, 'previousStates' | 'states'> {
	name: string;
	parameters: IDataObject;
}

const EVENTS: Event[] = [
	{ name: 'all services', parameters: SERVICES, reads: 'list' },
	{
		name: 'chosen services',
		parameters: { ...SERVICES, serviceIds: SERVICE_IDS },
		reads: 'each',
		ids: SERVICE_IDS,
	},
	{ name: 'all pipes of a service', parameters: PIPES, reads: 'list' },
	{
		name: 'chosen pipes of a service',
		parameters: { ...PIPES, pipeIds: CHOSEN },
		reads: 'list',
		ids: CHOSEN,
	},
	{ name: 'the pipes of all services', parameters: { event: PIPES.event }, reads: 'everyService' },
	{ name: 'all backups of a service', parameters: BACKUPS, reads: 'list' },
	{
		name: 'the backups of all services',
		parameters: { event: BACKUPS.event },
		reads: 'everyService',
	},
	{ name: 'all endpoints of a service', parameters: ENDPOINTS, reads: 'list' },
	{
		name: 'chosen endpoints of a service',
		parameters: { ...ENDPOINTS, reversePrivateEndpointIds: CHOSEN.join() },
		reads: 'each',
		ids: CHOSEN,
	},
	{
		name: 'the endpoints of all services',
		parameters: { event: ENDPOINTS.event },
		reads: 'everyService',
	},
	{ name: 'all alerts', parameters: ALERTS, reads: 'list' },
	{
		name: 'chosen alerts',
		parameters: { ...ALERTS, alertIds: CHOSEN },
		reads: 'list',
		ids: CHOSEN,
	},
	{
		name: 'values',
		parameters: {
			event: 'valueChanged',
			paths: CHOSEN.map((id) => `/v1/${id}`),
			valuePath: 'result.state',
		},
		reads: 'each',
		ids: CHOSEN,
		isExact: true,
	},
];

/** What one poll finds, in pages of this size, with this version of the node. */
interface Step {
	services: Services;
	pageSize: number;
	version: number;
}

/** What every record that is read by its ID can be, or a record of a list. */
function recordsOf({ reads, ids = IDS }: Event): fc.Arbitrary<Records> {
	const states = fc.constantFrom(...STATES, '');
	if (reads !== 'each') return fc.dictionary(fc.constantFrom(...IDS), states);
	const failures = fc.constantFrom(...FAILURES, LIMITED);
	const found = fc.oneof({ weight: 3, arbitrary: states }, { weight: 2, arbitrary: failures });
	return fc.dictionary(fc.constantFrom(...ids), found);
}

/** Usually records, and sometimes a failure in their place. */
function orFailure<Found>(found: fc.Arbitrary<Found>, failures: readonly RawResponse[]) {
	return fc.oneof(
		{ weight: 3, arbitrary: found },
		{ weight: 1, arbitrary: fc.constantFrom(...failures) },
	);
}

function stepsOf(event: Event): fc.Arbitrary<Step[]> {
	const records = recordsOf(event);
	const inEach = orFailure(records, [...FAILURES, LIMITED, NO_LIST, ASLEEP]);
	const inOne =
		event.reads === 'each' ? records : orFailure(records, [...FAILURES, LIMITED, NO_LIST]);
	const services =
		event.reads === 'everyService'
			? fc.oneof(
					{ weight: 9, arbitrary: fc.dictionary(fc.constantFrom(...SERVICE_IDS), inEach) },
					{ weight: 1, arbitrary: fc.constantFrom(...FAILURES) },
				)
			: inOne.map((found) => ({ [SERVICE_ID]: found }));
	const step = fc.record({
		services,
		pageSize: fc.integer({ min: 1, max: 4 }),
		version: fc.constantFrom(1, 1, 1, 1, 1, 2),
	});
	const first = {
		services: { [SERVICE_ID]: Object.fromEntries((event.ids ?? IDS).map((id) => [id, 'idle'])) },
		pageSize: 4,
		version: 1,
	};
	// Without a first poll that reads all, many would only fail.
	return fc
		.tuple(fc.boolean(), fc.array(step, { maxLength: 14, size: 'max' }))
		.map(([isReadable, steps]) => (isReadable ? [first, ...steps] : steps));
}

/** Only alerts have pages. */
function responseTo({ reads, parameters }: Event, { services, pageSize }: Step): Respond {
	if (reads === 'everyService') return servicesWith(services);
	const found = isResponse(services) ? services : (services[SERVICE_ID] ?? {});
	return isResponse(found)
		? () => found
		: listed(found, parameters['event'] === ALERTS.event ? pageSize : Infinity);
}

/** Polls as n8n does, which keeps the state as JSON. */
function trigger(event: Event, filters: IDataObject) {
	const parameters = { ...event.parameters, ...filters, options: { allowUnlisted: true } };
	let staticData: IDataObject = {};
	return async (step: Step) => {
		const setup = { parameters, staticData, raw: { version: step.version } };
		const polled = await poll({ ...setup, respond: responseTo(event, step) }).catch(
			() => undefined,
		);
		staticData = jsonParse(JSON.stringify(staticData));
		return (
			polled && {
				changes: polled.items?.map(changeOf) ?? [],
				reported: polled.reported.flatMap(({ message }) => reportedIds(message)),
			}
		);
	};
}

/** Long IDs are shortened in the middle. */
const endOf = (id: string): string => id.slice(-12);

function reportedIds(message: string): string[] {
	const [, ids = ''] = message.split('in two consecutive polls: ');
	// The ID of a service follows its name in parentheses, or comes before the ID of its record.
	return ids.split(', ').map((id) => id.replace(/^.*\/|\)$/g, ''));
}

/** In any order: reading starts where the last poll ended. */
function unordered(told: { changes: Change[]; reported: string[] } | undefined) {
	if (told === undefined) return 'failed';
	const changes = told.changes.map(
		({ id, before, after, service = '' }) => `${service} ${storedKey(id)}: ${before} → ${after}`,
	);
	return {
		changes: changes.sort(),
		reported: told.reported.map(endOf).sort(),
	};
}

const wanted = fc.oneof(
	{ weight: 2, arbitrary: fc.constant([]) },
	{ weight: 1, arbitrary: fc.subarray(['Idle', ' running', 'gone'], { minLength: 1 }) },
);

it.each(EVENTS)('a trigger that watches $name tells what the model tells', async (event) => {
	const all = fc.asyncProperty(
		stepsOf(event),
		wanted,
		wanted,
		async (steps, states, previousStates) => {
			const model = new Model({ ...event, states, previousStates });
			const next = trigger(event, { states, previousStates });
			for (const step of steps) {
				expect(unordered(await next(step))).toEqual(
					unordered(model.next(step.services, step.version)),
				);
			}
		},
	);
	await fc.assert(all, RUNS);
});

it('a trigger that watches a payload tells each change of it, and no change next to it', async () => {
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
