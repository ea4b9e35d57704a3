import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import type { JsonObject } from '../../../../core/json';
import { overriddenPaths, withoutUndefined } from '../../../../core/json';
import type { Parameters, ValidationIssue } from '../../../../core/operation';
import {
	additionalMembersField,
	withAdditionalMembers,
} from '../../../../core/parameters/additionalMembers';
import { optionsOf } from '../../../../core/parameters/fields';
import { optional } from '../../../../core/parameters/values';
import type { SourceKind } from '../../../api/pipe/source';
import { SOURCE_KINDS } from '../../../api/pipe/source';
import { kafkaBody, kafkaFields, kafkaOptions } from './kafka';
import { kinesisBody, kinesisFields, kinesisOptions } from './kinesis';
import { objectStorageBody, objectStorageFields, objectStorageOptions } from './objectStorage';
import { postgresBody, postgresFields, postgresOptions } from './postgres';
import { tableMappingsBody } from './tableMappings';

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
		noDataExpression: true,
		options: optionsOf(SOURCE_KINDS, KIND_NAMES),
		default: 'kafka',
		description: 'Where the data comes from',
	},
	...updateDisplayOptions({ show: { sourceKind: ['kafka'] } }, kafkaFields),
	...updateDisplayOptions({ show: { sourceKind: ['kinesis'] } }, kinesisFields),
	...updateDisplayOptions({ show: { sourceKind: ['objectStorage'] } }, objectStorageFields),
	...updateDisplayOptions({ show: { sourceKind: ['postgres'] } }, postgresFields),
];

/** The less common fields of a source, shown under Pipe Settings. */
export const sourceOptions: INodeProperties[] = [
	...updateDisplayOptions({ show: { '/sourceKind': ['kafka'] } }, kafkaOptions),
	...updateDisplayOptions({ show: { '/sourceKind': ['kinesis'] } }, kinesisOptions),
	...updateDisplayOptions({ show: { '/sourceKind': ['objectStorage'] } }, objectStorageOptions),
	...updateDisplayOptions({ show: { '/sourceKind': ['postgres'] } }, postgresOptions),
	additionalMembersField(
		'Fields to add to the source, as a JSON object. The fields of the form take precedence. Secrets belong in the credential for the source: what stands here is stored in the workflow unencrypted.',
		'e.g. { "newField": "…" }',
		'sourceAdditionalMembers',
	),
	{
		displayName: 'Validate Samples',
		name: 'validateSamples',
		type: 'boolean',
		default: false,
		description:
			'Whether to read samples from the source and validate them before the pipe is created',
	},
];

const BODY_OF: Readonly<Record<SourceKind, (fields: Parameters, timezone: string) => JsonObject>> =
	{
		kafka: kafkaBody,
		kinesis: kinesisBody,
		objectStorage: objectStorageBody,
		postgres: postgresBody,
	};

/** The `source` member of a form, without its secrets. */
interface SourceBody {
	source: JsonObject;
	/** The additional members, where the body has them. */
	added: JsonObject;
	/** The paths of additional members that fields give, too. */
	overridden: string[];
	issues: ValidationIssue[];
}

/** Returns the `source` member with exactly one kind, and the issues with its fields. */
export function sourceBody(fields: Parameters, timezone: string): SourceBody {
	const validateSamples = optional(fields.validateSamples);
	const kind = SOURCE_KINDS.find((known) => known === fields.sourceKind);
	if (kind === undefined) {
		return {
			source: withoutUndefined({ validateSamples }),
			added: {},
			overridden: [],
			issues: [],
		};
	}
	const mappings = kind === 'postgres' ? tableMappingsBody(fields) : { rows: [], issues: [] };
	const member = withoutUndefined({
		...BODY_OF[kind](fields, timezone),
		tableMappings: optional(mappings.rows),
	});
	const merged = withAdditionalMembers(
		member,
		fields.sourceAdditionalMembers,
		'sourceAdditionalMembers',
	);
	return {
		source: withoutUndefined({ [kind]: merged.body, validateSamples }),
		added: { source: { [kind]: merged.added } },
		overridden: overriddenPaths(member, merged.added).map((path) => `source.${kind}.${path}`),
		issues: [...merged.issues, ...mappings.issues],
	};
}
