import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import type { JsonObject } from '../../../../core/json';
import { withoutUndefined } from '../../../../core/json';
import { optionsOf } from '../../../../core/parameters/selectors';
import {
	additionalMembersField,
	withAdditionalMembers,
} from '../../../../core/parameters/additionalMembers';
import { optional } from '../../../../core/parameters/values';
import type { Parameters, ValidationIssue } from '../../../../core/operation';
import type { SourceKind } from '../../../api/pipe/source';
import { SOURCE_KINDS } from '../../../api/pipe/source';
import { kafkaBody } from './kafka.body';
import { kafkaFields } from './kafka.fields';
import { kinesisBody } from './kinesis.body';
import { kinesisFields } from './kinesis.fields';
import { objectStorageBody } from './objectStorage.body';
import { objectStorageFields } from './objectStorage.fields';
import { postgresBody } from './postgres.body';
import { postgresFields } from './postgres.fields';

const KIND_NAMES: Readonly<Record<SourceKind, string>> = {
	kafka: 'Kafka',
	kinesis: 'Kinesis',
	objectStorage: 'Object Storage',
	postgres: 'Postgres',
};

/** The selector of the source kind, and the fields of each kind. */
export const sourceFields: INodeProperties[] = [
	{
		displayName: 'Source',
		name: 'sourceKind',
		type: 'options',
		options: optionsOf(SOURCE_KINDS, KIND_NAMES),
		default: 'kafka',
		description: 'Where the data comes from',
	},
	...updateDisplayOptions({ show: { sourceKind: ['kafka'] } }, kafkaFields),
	...updateDisplayOptions({ show: { sourceKind: ['kinesis'] } }, kinesisFields),
	...updateDisplayOptions({ show: { sourceKind: ['objectStorage'] } }, objectStorageFields),
	...updateDisplayOptions({ show: { sourceKind: ['postgres'] } }, postgresFields),
	additionalMembersField(
		'Members to add to the source, as a JSON object. Fields above take precedence.',
		'e.g. { "serviceAccountKey": "…" }',
		'sourceAdditionalMembers',
	),
	{
		displayName: 'Validate Samples',
		name: 'validateSamples',
		type: 'boolean',
		default: false,
		description: 'Whether the service reads samples from the source and checks them first',
	},
];

const BODY_OF: Readonly<
	Record<SourceKind, (parameters: Parameters, timezone: string) => JsonObject>
> = {
	kafka: kafkaBody,
	kinesis: kinesisBody,
	objectStorage: objectStorageBody,
	postgres: postgresBody,
};

/** Returns the `source` member from the fields: exactly one kind, without its secrets. */
export function sourceBody(
	parameters: Parameters,
	timezone: string,
): { body: JsonObject; issues: ValidationIssue[] } {
	const validateSamples = optional(parameters.validateSamples);
	const kind = SOURCE_KINDS.find((known) => known === parameters.sourceKind);
	if (kind === undefined) return { body: withoutUndefined({ validateSamples }), issues: [] };
	const { body, issues } = withAdditionalMembers(
		BODY_OF[kind](parameters, timezone),
		parameters.sourceAdditionalMembers,
	);
	return { body: withoutUndefined({ [kind]: body, validateSamples }), issues };
}
