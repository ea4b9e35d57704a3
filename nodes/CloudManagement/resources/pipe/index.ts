import { z } from 'zod';
import type { Fields } from '../../../engine/body/fields';
import { describeFields, number } from '../../../engine/body/fields';
import { resource } from '../../../engine/resource';
import { CORRECT_FIELDS } from '../../../clickhouseCloud/api';
import { filteredBy, stateFilter } from '../../../clickhouseCloud/filters';
import { serviceParent, pipesPath } from '../../../clickhouseCloud/identifiers';
import { kindOfSource } from '../../../clickhouseCloud/pipeSources';
import { pipeRecord } from '../../../clickhouseCloud/records';
import { PIPE_STATES, waitAdvice, waitForState } from '../../../clickhouseCloud/states';
import type { BodyFields, ChangeOptions } from '../../../features/record/bodyFields';
import { changedFields } from '../../../features/record/bodyFields';
import { command, remove, update } from '../../../features/record/change';
import { get, getMany } from '../../../features/record/record';
import { getCdcScaling, updateCdcScaling } from './cdcScaling';
import { createPipe } from './create';
import { discoverSchema } from './discoverSchema';
import { partIssues } from './rules';
import { REPLICA_BOUNDS, scaling, settings, spelledNeutrally } from './pipeSettings';
import { RESYNCABLE_KINDS, RESYNCABLE_LABELS } from './sources';
import { updatePipe } from './update';
import type { Draft } from '../../../features/record/draft';
import type { Step } from '../../../features/record/steps';
import { below } from '../../../features/record/paths';
import { BETA_PERMISSIONS } from '../../../clickhouseCloud/permissions';

/** Fields for a part of a pipe, such as its settings. They're shown for any kind of source. */
function partFields(
	members: Fields,
	options: Pick<ChangeOptions, 'example' | 'mainFields' | 'bodySteps'>,
): BodyFields {
	const entries = Object.entries(members);
	const anySource = entries.map(([name, member]) => [name, { ...member, shown: {} }] as const);
	const described = describeFields('', Object.fromEntries(anySource));
	return changedFields(described, {
		...options,
		rules: [(body, { credential }) => partIssues(body, credential)],
	});
}

const withNeutralKeys: Step<Draft> = ({ body, json = {} }, _parameters, { credential }) => {
	const { settings, issues } = spelledNeutrally(body, credential);
	return { body: settings, json: spelledNeutrally(json, credential).settings, issues };
};

const SCALED_TOGETHER = 'To scale database pipes, use Pipe → Update CDC Scaling.';
const NO_SETTINGS = {
	404: "Check the IDs. They must belong to the organization set in the credential or the node. For a database pipe's settings, use Pipe → Update with Additional Fields (JSON), such as source.postgres.settings.",
};

export const pipe = resource(
	'Pipe (ClickPipe)',
	"Loads data from a source into a service's table",
	{
		create: createPipe,
		delete: remove(pipeRecord, {
			description: "Delete a pipe permanently. This can't be undone.",
		}),
		discoverSchema,
		get: get(pipeRecord, {
			description: "Get a pipe's state, source, and destination",
			action: 'Get pipe state and source',
		}),
		getAll: getMany(pipeRecord, {
			description: "Get a service's pipes, optionally only in the states you choose",
			...filteredBy([stateFilter('state', PIPE_STATES)]),
		}),
		getCdcScaling,
		getContext: get(
			{
				title: 'context of pipes',
				parent: serviceParent,
				collection: below(pipesPath(), 'context'),
			},
			{
				name: 'Get Context',
				action: 'Get workload identity of pipes',
				permission: BETA_PERMISSIONS['clickpipes/context'].read,
				description:
					"Get a service's workload identity. Grant it access to a source, and pipes can read the source without secrets.",
			},
		),
		getSettings: get(pipeRecord, {
			subpath: 'settings',
			name: 'Get Settings',
			description: 'Get the settings of a stream or object storage pipe',
			action: 'Get pipe settings',
			advice: NO_SETTINGS,
		}),
		/** Only pipes of some databases can resync. */
		resync: command(pipeRecord, 'resync', {
			name: 'Resync',
			done: 'resynced',
			reached: ['Running'],
			summaryWords: ' all tables of',
			description: `Load all tables of a database pipe again. ${waitAdvice('the tables are loaded')}`,
			action: 'Resync all tables of a database pipe',
			warning: `Loads all of the pipe's tables again. Only for ${RESYNCABLE_LABELS} pipes.`,
			noteOn: ({ source }, redact) => {
				const sourceKind = kindOfSource(source);
				if (sourceKind === undefined || RESYNCABLE_KINDS.includes(sourceKind)) return '';
				return ` Only ${RESYNCABLE_LABELS} pipes are known to support a resync, and this pipe reads from ${redact(sourceKind)}.`;
			},
		}),
		/** Values of `scaling` that are left out stay. */
		scale: update(pipeRecord, {
			name: 'Scale',
			description: `Change the replicas of a stream or object storage pipe. ${SCALED_TOGETHER}`,
			subpath: 'scaling',
			verb: 'Change the scaling of',
			fields: partFields(
				{
					...scaling.members,
					concurrency: { schema: z.number().int().min(0).max(34) },
					replicas: number('Replicas', {
						bounds: REPLICA_BOUNDS,
					}),
				},
				{
					example: '{ "concurrency": 4 }',
					mainFields: ['replicas', 'replicaCpuMillicores', 'replicaMemoryGb'],
				},
			),
			output: pipeRecord.output,
			advice: {
				400: `${CORRECT_FIELDS} ${SCALED_TOGETHER}`,
			},
		}),
		start: command(pipeRecord, 'start', {
			name: 'Start',
			done: 'started',
			description: `Start a stopped or failed pipe, or a paused database pipe. ${waitAdvice('the pipe is running')}`,
			action: 'Start stopped or failed pipe',
			repeatable: true,
			reached: ['Running'],
			busy: ['Pausing', 'Stopping'],
		}),
		stop: command(pipeRecord, 'stop', {
			name: 'Stop',
			done: 'stopped',
			description: `Stop a pipe from loading data. ${waitAdvice('the pipe has stopped')}`,
			action: 'Stop pipe from loading data',
			repeatable: true,
			// A stopped pipe of a database is Paused.
			reached: ['Stopped', 'Paused'],
			busy: ['Provisioning', 'Setup'],
		}),
		update: updatePipe,
		updateCdcScaling,
		updateSettings: update(pipeRecord, {
			name: 'Update Settings',
			description:
				"Change a stream or object storage pipe's settings, such as batch sizes. Other settings stay the same.",
			action: 'Update pipe settings',
			method: 'PUT',
			subpath: 'settings',
			verb: 'Change the settings of',
			fields: partFields(settings.members, {
				example: '{ "engine_max_threads": 4 }',
				bodySteps: [withNeutralKeys],
			}),
			advice: NO_SETTINGS,
		}),
		wait: waitForState(pipeRecord, 'state', PIPE_STATES),
	},
);
