import { z } from 'zod';
import type { Description, Fields } from '../../../engine/body/fields';
import { describeFields, flag, number, text, usually } from '../../../engine/body/fields';
import { withSchemaTransforms } from '../../../engine/body/schema';
import type { JsonObject } from '../../../engine/json';
import { isAbsent, isJsonObject } from '../../../engine/json';
import { neutralSettings } from '../../../clickhouseCloud/api';
import type { Draft } from '../../../features/record/draft';
import type { Step } from '../../../features/record/steps';
import { SINGLE_TABLE_KINDS, SOURCES, STREAMING_KINDS, STREAMS_TEXT } from './sources';
import type { PipeSource, SingleFields } from './sources/source';
import type { Issue } from '../../../engine/issue';
import { onlyForText, sentenceHint } from '../../../engine/issue';

/** The form shows these fields only for these kinds. JSON may contain them for any. */
function onlyFor(kinds: readonly string[], fields: SingleFields): SingleFields {
	const ofKinds = { shown: { '/sourceKind': kinds } };
	return Object.fromEntries(
		Object.entries(fields).map(([name, field]) => [name, { ...field, ...ofKinds }] as const),
	);
}

const OF_STREAMS = onlyFor(STREAMING_KINDS, {
	replicaCpuMillicores: number('Replica CPU (Millicores)', {
		description: 'CPU of each replica. 1,000 millicores are one core.',
		bounds: [125, 2000],
	}),
	replicaMemoryGb: number('Replica Memory (GB)', {
		description: 'Memory of each replica',
		bounds: [0.5, 8],
		decimals: true,
	}),
});

/** These are the bounds for pipes that can scale. */
export const REPLICA_BOUNDS = [1, 40] as const;

export const scaling = describeFields('scaling', {
	replicas: number('Replicas', {
		description: 'Only for stream and object storage pipes',
		bounds: REPLICA_BOUNDS,
		otherwise: `isn't from ${REPLICA_BOUNDS.join(' to ')}`,
	}),
	// The API deprecates `concurrency`, so the form omits it.
	concurrency: { schema: z.number().int() },
	...OF_STREAMS,
});

export function* pipeScalingIssues(
	scalingBody: unknown,
	{ isStream, tables }: PipeSource,
): Iterable<Issue> {
	if (!isJsonObject(scalingBody)) return;
	if (!isAbsent(scalingBody.concurrency) && (isStream || tables)) {
		yield { path: 'concurrency', text: onlyForText('object-storage pipes') };
	}
	for (const name of isStream ? [] : Object.keys(OF_STREAMS)) {
		if (isAbsent(scalingBody[name])) continue;
		yield { path: name, text: onlyForText(STREAMS_TEXT) };
	}
}

function settingsOf(settingsIn: (source: PipeSource) => SingleFields | undefined): SingleFields {
	const fields = SOURCES.map((source) => onlyFor([source.kind], settingsIn(source) ?? {}));
	return Object.fromEntries(fields.flatMap((ofSource) => Object.entries(ofSource)));
}

const SETTINGS: SingleFields = {
	...onlyFor(STREAMING_KINDS, {
		streaming_max_insert_wait_ms: number('Max Insert Wait (Milliseconds)', {
			bounds: [500, 60_000],
			description: 'Maximum time until received rows are inserted',
		}),
	}),
	...settingsOf(({ settings: shared }) => shared),
	...settingsOf(({ cloud }) => cloud?.settings),
	...onlyFor(SINGLE_TABLE_KINDS, {
		engine_max_threads: number('Max Threads', {
			bounds: [0, 64],
			description: 'ClickHouse setting max_threads: threads that process a query',
		}),
		engine_max_insert_threads: number('Max Insert Threads', {
			bounds: [0, 16],
			description: "ClickHouse setting max_insert_threads: threads that insert a query's rows",
		}),
		engine_min_insert_block_size_bytes: number('Min Insert Block Size (Bytes)', {
			bounds: [0, 10_737_418_240],
		}),
		engine_max_download_threads: number('Max Download Threads', {
			bounds: [0, 32],
			description: 'ClickHouse setting max_download_threads: threads that download files',
		}),
		engine_parallel_distributed_insert_select: number('Parallel Distributed Insert Select', {
			bounds: [0, 2],
			description:
				'0 is off, 1 runs SELECT on each shard, and 2 runs SELECT and INSERT on each shard',
		}),
		engine_parallel_view_processing: flag('Parallel View Processing', {
			description: 'Whether to fill attached views in parallel instead of one by one',
		}),
	}),
};

/** The schema's notes are the panel's descriptions. */
export const settings = describeFields(
	'settings',
	Object.fromEntries(
		Object.entries(SETTINGS).map(([name, field]) => [
			name,
			{ ...field, note: field.property(name).description ?? '' },
		]),
	),
);

/** No name that the API returns is longer. */
export const PIPE_NAME_LENGTH = usually(
	/^.{1,255}$/su,
	'is longer than 255 characters',
	'Shorten it.',
);

export const pipeName = text('Pipe Name', {
	required: true,
	rule: PIPE_NAME_LENGTH,
	placeholder: 'e.g. Orders',
	description: 'Shown in lists and messages',
});

export const furtherFields: Fields = {
	scaling,
	settings,
	...onlyFor(SINGLE_TABLE_KINDS, {
		startPaused: flag('Start Paused', {
			description: 'Whether to create the pipe without starting it',
			note: 'true creates the pipe as Stopped. Not for databases',
		}),
	}),
};

/** Spells JSON's settings neutrally, and texts as the description's schema does. */
export function withNeutralSettings({ schema }: Description): Step<Draft> {
	return ({ body, json = {} }, _parameters, { credential }) => {
		if (!isJsonObject(json.settings)) return { body: withSchemaTransforms(schema, body) };
		const { settings, issues } = spelledNeutrally(json.settings, credential);
		const neutral = { ...body, settings };
		return { body: withSchemaTransforms(schema, neutral), json: { ...json, settings }, issues };
	};
}

/** If a setting is entered in both spellings, a hint says so. */
export function spelledNeutrally(
	enteredSettings: JsonObject,
	credential: Readonly<JsonObject>,
): { settings: JsonObject; issues: Issue[] } {
	const { settings, repeated } = neutralSettings(enteredSettings, credential);
	const issues = repeated.map(([name, next]) =>
		sentenceHint(`"${name}" isn't sent, because "${next}" takes precedence.`),
	);
	return { settings, issues };
}
