import * as fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { ACTIVITY_LIMITS } from '../../nodes/CloudManagementTrigger/activityState';
import { FakeClock } from '../unit/core/fakeClock';
import { json } from '../unit/core/fakes';
import type { FakePoll } from '../unit/trigger/fakePoll';
import { CREDENTIAL, poll } from '../unit/trigger/fakePoll';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const FIVE_MINUTES = 300_000;
/** In hours, about fifty years. */
const FAR_AHEAD = 450_000;

/** Each hour has two activities, and the first starts a service. */
interface Activity {
	hour: number;
	isStart: boolean;
	/** Without a time, nobody can tell when the activity happened. */
	hasTime: boolean;
}

interface Step {
	listed: Activity[];
	hours: number;
	/** A parallel poll finds these before this poll's response. */
	meanwhile: Activity[] | undefined;
	fails: boolean;
	isManual: boolean;
}

interface Settings {
	startsOnly: boolean;
	/** Undefined and 0 mean the default of seven days. */
	ignoreOlderThanDays: number | undefined;
	/** ClickHouse Cloud lists activities since a time; other APIs list all. */
	isCloud: boolean;
	/** The API's clock is this far ahead of n8n's. Undefined if responses have no date. */
	aheadHours: number | undefined;
}

const idOf = ({ hour, isStart }: Activity): string => `${String(hour)}${isStart ? 'a' : 'b'}`;
const timeOf = ({ hour }: Activity): number => FakeClock.START + hour * HOUR;

/** The poll starts at this time on n8n's clock. */
interface Listing {
	listed: readonly Activity[];
	now: number;
}

/** Everything new and at most a day older than the newest is emitted, the oldest first. */
class Model {
	private readonly processed = new Set<string>();
	private newest = -Infinity;
	private isFirst = true;
	private hasReported = false;

	constructor(private readonly settings: Settings) {}

	/** Without known activities, a poll asks for everything. */
	requested(): string {
		if (!this.settings.isCloud || this.newest === -Infinity) return '/activities';
		const since = new Date(this.newest - DAY).toISOString();
		return `/activities?from_date=${encodeURIComponent(since)}`;
	}

	/** The newest activity that passes the filters counts, however old it is. */
	sample({ listed }: Listing): string | undefined {
		const { startsOnly } = this.settings;
		const newest = sorted(listed).findLast(({ isStart }) => isStart || !startsOnly);
		return newest && idOf(newest);
	}

	next({ listed, now: n8nNow }: Listing): { ids: string[]; reports: number } {
		const { aheadHours } = this.settings;
		// If the API's clock is wrong, n8n's is used.
		const now = n8nNow + Math.min(aheadHours ?? 0, 0) * HOUR;
		const timed = sorted(listed);
		const earliest = this.newest - DAY;
		const fresh = timed.filter((one) => !this.processed.has(idOf(one)) && timeOf(one) >= earliest);
		const newestListed = Math.max(...timed.map(timeOf));
		const today = aheadHours === undefined ? Math.min(newestListed, now + FIVE_MINUTES) : now;
		const ids: string[] = [];
		for (const one of fresh) {
			if (ids.length === ACTIVITY_LIMITS.emitted) break;
			this.processed.add(idOf(one));
			if (!this.isFirst && this.isWanted(one, today)) ids.push(idOf(one));
			// A time in the future must not make later activities look old.
			this.newest = Math.max(this.newest, Math.min(timeOf(one), now + FIVE_MINUTES));
		}
		const isReported = !this.hasReported && listed.some(({ hasTime }) => !hasTime);
		this.hasReported ||= isReported;
		this.isFirst = false;
		return { ids, reports: Number(isReported) };
	}

	private isWanted(activity: Activity, today: number): boolean {
		const { startsOnly, ignoreOlderThanDays } = this.settings;
		const oldest = today - (ignoreOlderThanDays || 7) * DAY;
		return (activity.isStart || !startsOnly) && timeOf(activity) >= oldest;
	}
}

/** Drops repeated activities and activities without a time. Puts the oldest first. */
function sorted(listed: readonly Activity[]): Activity[] {
	const timed = new Map(listed.filter(({ hasTime }) => hasTime).map((one) => [idOf(one), one]));
	return [...timed.values()].sort(
		(one, other) => timeOf(one) - timeOf(other) || (one.isStart ? -1 : 1),
	);
}

/** A parallel poll may finish before the response arrives. */
function trigger({ startsOnly, ignoreOlderThanDays, aheadHours, isCloud }: Settings) {
	const filters = { types: startsOnly ? 'service_start' : '' };
	const parameters = { filters, options: { ignoreOlderThanDays } };
	const credential = { ...CREDENTIAL, apiDialect: isCloud ? 'clickhouseCloud' : 'standard' };
	const staticData: IDataObject = {};
	return async ({ listed, now }: Listing, step?: Step, before?: Promise<unknown>) => {
		const result = listed.map((one) => ({
			id: idOf(one),
			type: one.isStart ? 'service_start' : 'service_stop',
			createdAt: one.hasTime ? new Date(timeOf(one)).toISOString() : 'soon',
		}));
		const date = aheadHours !== undefined && {
			date: new Date(now + aheadHours * HOUR).toUTCString(),
		};
		const respond = async () => {
			await before;
			return json({ result }, step?.fails === true ? 403 : 200, { ...date });
		};
		const clock = new FakeClock(now);
		const state: FakePoll = step?.isManual === true ? { mode: 'manual' } : { staticData };
		return await poll({ ...state, credential, parameters, respond }, clock).then(
			({ items = [], reported, paths }) => ({
				ids: items.map(({ id }) => id),
				reports: reported.length,
				paths,
			}),
			() => 'failed',
		);
	};
}

const activity = fc.record({
	hour: fc.oneof(
		{ weight: 12, arbitrary: fc.integer({ min: -40, max: 60 }) },
		{ weight: 1, arbitrary: fc.constant(FAR_AHEAD) },
	),
	isStart: fc.boolean(),
	hasTime: fc.constantFrom(true, true, true, true, true, true, false),
});
const listed = fc.array(activity, { maxLength: 12, size: 'max' });
const step: fc.Arbitrary<Step> = fc.record({
	listed,
	meanwhile: fc.option(listed, { nil: undefined, freq: 2 }),
	hours: fc.integer({ min: 0, max: 12 }),
	fails: fc.constantFrom(false, false, false, false, true),
	isManual: fc.constantFrom(false, false, false, false, true),
});
const settings = fc.record({
	startsOnly: fc.boolean(),
	ignoreOlderThanDays: fc.constantFrom(1, 2, 0, undefined),
	isCloud: fc.boolean(),
	aheadHours: fc.oneof(
		fc.integer({ min: -12, max: 12 }),
		fc.constantFrom(-FAR_AHEAD, 30 * 24, FAR_AHEAD, undefined),
	),
});

afterEach(() => {
	jest.restoreAllMocks();
});

it('New Activity emits each new activity once, oldest first, whatever the API lists', async () => {
	jest.replaceProperty(ACTIVITY_LIMITS, 'emitted', 3);
	const steps = fc.array(step, { maxLength: 14, size: 'max' });
	const all = fc.asyncProperty(steps, settings, async (played, chosen) => {
		const model = new Model(chosen);
		const next = trigger(chosen);
		let now = FakeClock.START;
		const told = (found: Listing) => ({ paths: [model.requested()], ...model.next(found) });
		for (const step of played) {
			now += step.hours * HOUR;
			const found = { listed: step.listed, now };
			const paths = [model.requested()];
			if (step.isManual) {
				const id = step.fails ? undefined : model.sample(found);
				const shown =
					id === undefined ? 'failed' : { ids: [id], reports: 0, paths: ['/activities'] };
				expect(await next(found, step)).toEqual(shown);
				continue;
			}
			const meanwhile = step.meanwhile && { listed: step.meanwhile, now };
			const other = meanwhile && next(meanwhile);
			const own = await next(found, step, other);
			if (meanwhile) expect(await other).toEqual(told(meanwhile));
			expect(own).toEqual(step.fails ? 'failed' : { ...told(found), paths });
		}
	});
	await fc.assert(all, { numRuns: 80, plugins: [fc.interruptAfterTimeLimit(60_000)] });
});
