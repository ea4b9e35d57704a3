import { z } from 'zod';
import type { Field, Fields } from '../../../engine/body/fields';
import {
	API_DEFAULT,
	choice,
	describeFields,
	flag,
	number,
	text,
} from '../../../engine/body/fields';
import { rowRule } from '../../../engine/body/interpret';
import { rowList } from '../../../engine/body/rowLists';
import type { Phrase } from '../../../engine/phrase';
import { joinPhrases, phrase, phraseList, quoteName, unquoted } from '../../../engine/phrase';
import { fromTo, changesText, otherFields } from '../../../engine/summary/sentences';
import type { JsonObject } from '../../../engine/json';
import { isAbsent, isEmptyList, recordsIn, withoutAbsent } from '../../../engine/json';
import { emptyToUndefined, textList } from '../../../engine/parameters/values';
import { wordsOf } from '../../../engine/text';
import { changedFields, wholeBodyFields } from '../../../features/record/bodyFields';
import type { Issue } from '../../../engine/issue';
import {
	neededText,
	notTogetherText,
	onlyForText,
	sentenceHint,
	sentHint,
} from '../../../engine/issue';

const MEMORY = { min: 8, max: 356, step: 4 };
const MIN_IDLE_MINUTES = 5;
const SCALING_MODES = { horizontal: 'Horizontal', vertical: 'Vertical' };
const ABOUT_MODES = "Scale the replicas' size (Vertical) or number (Horizontal)";

function memoryField(label: string): Field {
	const { min, max, step } = MEMORY;
	return number(label, {
		bounds: [min, max],
		hint: `${String(min)} to ${String(max)}, in steps of ${String(step)}`,
		schema: z
			.number()
			.min(min)
			.max(max)
			.multipleOf(step, `must be a multiple of ${String(step)}.`),
		description: 'For each replica',
	});
}

/** A schedule has no upper bound for the number of replicas. */
function replicaFields(most: number): Fields {
	const replicas = (label: string, description: string) =>
		number(label, { bounds: [1, most], description });
	return {
		numReplicas: replicas('Replicas', 'Only with vertical autoscaling'),
		minReplicas: replicas('Min Replicas', 'Requires Max Replicas'),
		maxReplicas: replicas('Max Replicas', 'Requires Min Replicas'),
	};
}

const MEMORY_FIELDS = {
	minReplicaMemoryGb: memoryField('Min Replica Memory (GB)'),
	maxReplicaMemoryGb: memoryField('Max Replica Memory (GB)'),
};

const idleTimeoutMinutes = (minutes: z.ZodNumber): Field =>
	number('Idle Timeout (Minutes)', {
		schema: minutes.min(MIN_IDLE_MINUTES),
		hint: `${String(MIN_IDLE_MINUTES)} or more`,
		description: 'Minutes of inactivity before the service goes idle',
	});

export const SCALING_FIELDS: Fields = {
	autoscalingMode: choice('Autoscaling Mode', SCALING_MODES, {
		default: 'vertical',
		description: `${ABOUT_MODES}. Horizontal must be enabled for the organization.`,
	}),
	...MEMORY_FIELDS,
	...replicaFields(50),
	idleScaling: flag('Idle Scaling', {
		default: true,
		description: 'Whether the service can go idle when nothing uses it',
	}),
	idleTimeoutMinutes: idleTimeoutMinutes(z.number()),
};

export const scalingFields = changedFields(describeFields('', SCALING_FIELDS), {
	mainFields: [...Object.keys(MEMORY_FIELDS), 'numReplicas'],
	example: '{ "numReplicas": 3 }',
	nullable: [],
	rules: [scalingIssues],
});

/** For example, "from 2 replicas of 8 GB to 2 replicas of 16–32 GB; never idle". */
export function scalingChange(body: JsonObject, record: JsonObject): Phrase {
	const names = namesToTell(body);
	const told = (state: JsonObject): Phrase[] =>
		scalingClauses(Object.fromEntries(names.map((name) => [name, state[name]])));
	const before = told(record);
	const clauses = told({ ...record, ...body }).map((clause, index) =>
		clause === '' ? '' : fromTo(before[index] ?? '', clause),
	);
	return joinedClauses(clauses);
}

/**
 * Adds names whose stored values decide what a change means. A timeout only applies if the service may go idle, and
 * each memory limit is told with the other limit.
 */
function namesToTell(body: JsonObject): string[] {
	const names = Object.keys(body);
	const memoryNames = Object.keys(MEMORY_FIELDS);
	const hasMemory = memoryNames.some((name) => names.includes(name));
	const { idleScaling: idle, idleTimeoutMinutes: minutes } = body;
	return [
		...names,
		...(hasMemory ? memoryNames : []),
		...(isAbsent(minutes) ? [] : ['idleScaling']),
		...(isAbsent(idle) || idle === false ? [] : ['idleTimeoutMinutes']),
	];
}

/** For example, "2 replicas of 16–32 GB; never idle". */
export function scalingText(body: JsonObject): Phrase {
	return joinedClauses(scalingClauses(body));
}

function joinedClauses(clauses: readonly Phrase[]): Phrase {
	return joinPhrases(
		clauses.filter((clause) => clause !== ''),
		'; ',
	);
}

function scalingClauses(body: JsonObject): Phrase[] {
	const { numReplicas, minReplicas, maxReplicas, ...withoutReplicas } = body;
	const { minReplicaMemoryGb, maxReplicaMemoryGb, ...withoutMemory } = withoutReplicas;
	const {
		autoscalingMode,
		idleScaling: idle,
		idleTimeoutMinutes: minutes,
		...furtherFields
	} = withoutMemory;
	const count = isAbsent(numReplicas)
		? rangeText(minReplicas, maxReplicas, 'replicas')
		: amount(numReplicas, 'replicas');
	const memoryText = rangeText(minReplicaMemoryGb, maxReplicaMemoryGb, 'GB');
	return [
		memoryText === '' ? count : phrase`${count === '' ? 'replicas' : count} of ${memoryText}`,
		isAbsent(autoscalingMode) ? '' : phrase`${quoteName(autoscalingMode)} autoscaling`,
		idleClause(idle, minutes),
		changesText(furtherFields),
	];
}

/** A service that never goes idle may still have a timeout. */
function idleClause(idle: unknown, minutes: unknown): Phrase {
	if (isAbsent(minutes)) return idle === false ? 'never idle' : idle === true ? 'may go idle' : '';
	const timeout = amount(minutes, 'minutes');
	return idle === false ? phrase`never idle (timeout ${timeout})` : phrase`idle after ${timeout}`;
}

function rangeText(min: unknown, max: unknown, unit: string): Phrase {
	if (isAbsent(min) && isAbsent(max)) return '';
	if (min === max) return amount(min, unit);
	if (isAbsent(max)) return phrase`at least ${amount(min, unit)}`;
	if (isAbsent(min)) return phrase`at most ${amount(max, unit)}`;
	return phrase`${quoteName(min)}–${amount(max, unit)}`;
}

function amount(count: unknown, unit: string): Phrase {
	return phrase`${quoteName(count)} ${count === 1 ? unit.replace(/s$/, '') : unit}`;
}

/** The record's values that the body omits are unknown here. */
export function* scalingIssues(body: JsonObject): Iterable<Issue> {
	const { autoscalingMode, numReplicas, minReplicas, maxReplicas } = body;
	const [hasMin, hasMax] = [!isAbsent(minReplicas), !isAbsent(maxReplicas)];
	if (hasMin !== hasMax) {
		const [path, presentLabel] = hasMin
			? ['maxReplicas', 'Min Replicas']
			: ['minReplicas', 'Max Replicas'];
		yield { path, text: neededText(`with ${presentLabel}`) };
	}
	if (!isAbsent(numReplicas)) {
		if (hasMin || hasMax) {
			const rangeLabels = 'Min Replicas and Max Replicas';
			yield { path: 'numReplicas', text: notTogetherText(rangeLabels) };
		} else if (autoscalingMode === 'horizontal') {
			yield { path: 'numReplicas', text: onlyForText('vertical autoscaling') };
		}
	}
	const memories = ['minReplicaMemoryGb', 'maxReplicaMemoryGb', 'Max Replica Memory (GB)'] as const;
	yield* orderIssues(body, ['minReplicas', 'maxReplicas', 'Max Replicas'], 'vertical');
	yield* orderIssues(body, memories, 'horizontal');
}

/** In some modes, the minimum and the maximum must be equal. */
function* orderIssues(
	body: JsonObject,
	[min, max, maxLabel]: readonly [min: string, max: string, label: string],
	equalIn: keyof typeof SCALING_MODES,
): Iterable<Issue> {
	const [least, most] = [body[min], body[max]];
	if (typeof least !== 'number' || typeof most !== 'number') return;
	if (body.autoscalingMode === equalIn && least !== most) {
		yield { path: min, text: `must be the same as ${maxLabel} with ${equalIn} autoscaling.` };
	} else if (least > most) yield { path: min, text: `must not be above ${maxLabel}.` };
}

export const WEEKDAYS = [
	'Sunday',
	'Monday',
	'Tuesday',
	'Wednesday',
	'Thursday',
	'Friday',
	'Saturday',
];
const MAX_SCHEDULE_ENTRIES = 10;

/** Weekdays arrive as text. Anything but a digit is left unchanged, so that the schema refuses it. */
function weekdayNumber(value: unknown): unknown {
	return /^\d$/.test(String(value)) ? Number(value) : value;
}

const weekdays: Field = {
	required: true,
	schema: z.array(z.number().int().min(0).max(6)).min(1),
	toBody: (value) => emptyToUndefined(textList(value).map(weekdayNumber)),
	properties: (name) => [
		{
			displayName: 'Weekdays',
			name,
			type: 'multiOptions',
			required: true,
			options: WEEKDAYS.map((day, value) => ({ name: day, value })),
			default: [],
			description: 'Days when the window starts. In an expression, Sunday is 0.',
		},
	],
};

function hourField(
	label: string,
	bounds: readonly [min: number, max: number],
	description: string,
): Field {
	return number(label, { bounds, required: true, description });
}

/** A row contains all fields, so unchanged fields need their own choice. */
const idleScaling: Field = {
	...choice(
		'Idle Scaling',
		{ true: 'On', false: 'Off' },
		{
			off: API_DEFAULT,
			default: API_DEFAULT.value,
			description: 'Whether the service can go idle when nothing uses it',
		},
	),
	schema: z.boolean(),
	toBody: (value) => {
		if (value === 'true' || value === 'false') return value === 'true';
		return value === API_DEFAULT.value ? undefined : emptyToUndefined(value);
	},
};

const entries = rowList(
	'Entries',
	'Entry',
	{
		name: text('Name', {
			required: true,
			placeholder: 'e.g. Working hours',
		}),
		weekdays,
		startHourUtc: hourField('Start Hour (UTC)', [0, 23], 'Hour when the window starts'),
		endHourUtc: hourField(
			'End Hour (UTC)',
			[1, 24],
			"Hour when the window ends. If it's before Start Hour, the window ends the next day.",
		),
		autoscalingMode: choice('Autoscaling Mode', SCALING_MODES, {
			off: API_DEFAULT,
			default: API_DEFAULT.value,
			description: ABOUT_MODES,
		}),
		...MEMORY_FIELDS,
		...replicaFields(Infinity),
		idleScaling,
		idleTimeoutMinutes: idleTimeoutMinutes(z.number().int()),
	},
	{
		most: MAX_SCHEDULE_ENTRIES,
		mainFields: wordsOf(
			'name weekdays startHourUtc endHourUtc minReplicaMemoryGb maxReplicaMemoryGb numReplicas',
		),
		required: true,
		description: `Up to ${String(MAX_SCHEDULE_ENTRIES)} time windows with their own scaling. They replace the whole schedule. To remove the schedule, use Delete Scaling Schedule.`,
	},
);

/** For example, "from Night (Monday, 22:00–06:00 UTC: 1 replica) to no entries". */
export function scheduleChange(
	{ entries, ...otherMembers }: JsonObject,
	record: JsonObject,
): Phrase {
	const before = recordsIn(record.entries);
	const change = fromTo(before.length === 0 ? '' : scheduleText(before), scheduleText(entries));
	return [change, otherFields(otherMembers)];
}

function scheduleText(entries: unknown): Phrase {
	return isEmptyList(entries) ? 'no entries' : phraseList(recordsIn(entries), scheduleWindowText);
}

/** Keys that the text about a window already shows, or that only the API sets. */
const ENTRY_KEYS = wordsOf('name weekdays startHourUtc endHourUtc id isActiveNow');

function scheduleWindowText(entry: JsonObject): Phrase {
	const { name, weekdays: days, startHourUtc, endHourUtc } = entry;
	const dayNames = textList(days).map((day) => WEEKDAYS[Number(day)] ?? '?');
	const [start, end] = [startHourUtc, endHourUtc].map((hourUtc) =>
		unquoted(String(hourUtc).padStart(2, '0')),
	);
	const size = scalingText(withoutAbsent(entry, ENTRY_KEYS));
	return phrase`${quoteName(name)} (${joinPhrases(dayNames, ', ')}, ${start ?? ''}:00–${end ?? ''}:00 UTC${size === '' ? '' : phrase`: ${size}`})`;
}

/** The API replaces the whole schedule, so a schedule without entries must be entered on purpose. */
export const scheduleFields = wholeBodyFields(describeFields('', { entries }), {
	example: '{ "entries": [] }',
	nullable: [],
	bodySteps: [
		({ body }, { entries: enteredEntries }) => ({
			body: isEmptyList(enteredEntries) ? { entries: [], ...body } : body,
		}),
	],
	rules: [
		rowRule('entries', (entry) => [...scalingIssues(entry), ...hourHints(entry)]),
		({ entries: scheduleEntries }) => (isEmptyList(scheduleEntries) ? [REMOVES_SCHEDULE] : []),
	],
});

/** The API allows an end before the start. Nothing says what it does if both hours are the same. */
function* hourHints({ startHourUtc: start, endHourUtc: end }: JsonObject): Iterable<Issue> {
	if (isAbsent(start) || start !== end) return;
	const problem = 'is the same hour as Start Hour, so the window may be empty';
	yield { path: 'endHourUtc', ...sentHint(problem) };
}

const REMOVES_SCHEDULE = sentenceHint(
	"Without Entries, this removes the service's scaling schedule.",
);
