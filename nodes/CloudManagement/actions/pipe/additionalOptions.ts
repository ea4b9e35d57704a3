import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import type { JsonObject } from '../../../core/json';
import type { Parameters } from '../../../core/operation';
import { collection, optional, optionalObject } from '../../../core/parameters/values';
import { camelCased } from '../../../core/validation/fieldLabels';
import { REPLICA_CPU_MILLICORES, REPLICA_MEMORY_GB } from '../../api/pipe/scaling';
import type { PipeSetting } from '../../api/pipe/settings';
import { PIPE_SETTINGS } from '../../api/pipe/settings';
import { destinationOptions } from './destination';
import { numberOption } from './fields';
import { sourceOptions } from './source';

const scalingOptions: INodeProperties[] = [
	...updateDisplayOptions({ show: { '/sourceKind': ['objectStorage'] } }, [
		numberOption('Concurrency (Deprecated)', 'scalingConcurrency', {
			description:
				'How many files to read in parallel; 0 scales with the memory of the cluster. Deprecated: use Concurrency instead.',
			min: 0,
		}),
	]),
	...updateDisplayOptions({ show: { '/sourceKind': ['kafka', 'kinesis'] } }, [
		numberOption('Replica CPU (Millicores)', 'scalingReplicaCpuMillicores', {
			description: 'How much CPU each replica gets, in thousandths of a core',
			...REPLICA_CPU_MILLICORES,
		}),
		numberOption('Replica Memory (GB)', 'scalingReplicaMemoryGb', {
			description: 'How much memory each replica gets, in gigabytes',
			...REPLICA_MEMORY_GB,
			precision: 2,
		}),
	]),
	numberOption('Replicas', 'scalingReplicas', {
		description: 'How many replicas to run. Only for pipes that can scale.',
		min: 1,
	}),
];

function settingOption(name: string, setting: PipeSetting): INodeProperties {
	const { label, description, bounds } = setting;
	const member = nameOfSetting(name);
	if (bounds !== undefined) return numberOption(label, member, { description, ...bounds });
	return { displayName: label, name: member, type: 'boolean', default: false, description };
}

function nameOfSetting(name: string): string {
	return camelCased(['settings', name]);
}

const settingOptions = Object.entries(PIPE_SETTINGS).flatMap(([name, setting]) =>
	updateDisplayOptions({ show: { '/sourceKind': [...setting.kinds] } }, [
		settingOption(name, setting),
	]),
);

/** What is rare, each named like a field: by its path in the body. */
export const additionalOptions: INodeProperties[] = [
	...sourceOptions,
	...destinationOptions,
	...scalingOptions,
	...settingOptions,
].sort((one, other) => one.displayName.localeCompare(other.displayName));

/** The collection of all that is rare, each member shown for the sources that it concerns. */
export const additionalOptionsField: INodeProperties = {
	displayName: 'Additional Options',
	name: 'additionalOptions',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: additionalOptions,
};

/** Returns all fields of the form in one object: the additional options stand beside the others. */
export function withAdditionalOptions(parameters: Parameters): Parameters {
	return { ...parameters, ...collection(parameters.additionalOptions) };
}

/** Returns the `scaling` member. Reference, "Scaling". */
export function scalingBody(fields: Parameters): JsonObject | undefined {
	return optionalObject({
		replicas: optional(fields.scalingReplicas),
		concurrency: optional(fields.scalingConcurrency),
		replicaCpuMillicores: optional(fields.scalingReplicaCpuMillicores),
		replicaMemoryGb: optional(fields.scalingReplicaMemoryGb),
	});
}

/** Returns the `settings` member, in the neutral spelling. Reference, "Pipe settings". */
export function settingsBody(fields: Parameters): JsonObject | undefined {
	const values = Object.keys(PIPE_SETTINGS).map((name): [string, unknown] => [
		name,
		optional(fields[nameOfSetting(name)]),
	]);
	return optionalObject(Object.fromEntries(values));
}
