import type { Conditions, Field, Fields, FieldSettings } from '../../../../engine/body/fields';
import { choice, FILLED, text } from '../../../../engine/body/fields';
import type { JsonObject } from '../../../../engine/json';
import { isAbsent, isJsonObject } from '../../../../engine/json';
import { ROLE_ARN } from './source';
import type { Issue } from '../../../../engine/issue';
import { neededText, notTogetherText, onlyForText } from '../../../../engine/issue';

export const GLUE = 'glue';
export const GLUE_LABEL = 'AWS Glue';

export function streamFormat(unit: 'message' | 'record'): Field {
	const unitLabel = unit === 'message' ? 'Message' : 'Record';
	const formats = {
		JSONEachRow: `JSON, One per ${unitLabel} (JSONEachRow)`,
		Avro: 'Avro',
		AvroConfluent: 'Avro with Registry (AvroConfluent)',
		Protobuf: 'Protobuf',
	};
	const descriptions = {
		JSONEachRow: `One JSON object per ${unit}`,
		AvroConfluent: 'Avro whose schemas are in a schema registry',
	};
	return choice('Format', formats, { required: 'byFields', descriptions });
}

const IS_GLUE: Conditions = { 'schemaRegistry.type': [GLUE] };

export function glueFields(required: NonNullable<FieldSettings['required']>): Fields {
	// If Format is an expression, n8n shows these fields for every format, so none is marked as required.
	const needed = { when: IS_GLUE, required, marked: false };
	return {
		glueRegion: text('Glue Region', {
			...needed,
			placeholder: 'e.g. us-east-1',
			description: 'AWS region of the schema registry',
		}),
		glueRegistryName: text('Glue Registry Name', { ...needed, placeholder: 'e.g. orders' }),
		glueRoleArn: text('Glue Role ARN', {
			when: IS_GLUE,
			placeholder: 'e.g. arn:aws:iam::123456789012:role/schemas',
			description:
				"IAM role for reading the schema registry. Leave empty to use the source's role or key.",
			rule: ROLE_ARN,
		}),
	};
}

export const GLUE_NAMES = Object.keys(glueFields(true));

const AVRO_CONFLUENT = 'AvroConfluent';
const PROTOBUF = 'Protobuf';
const MAX_SCHEMA_LENGTH = 1_048_576;

/** Protobuf messages need this schema if there's no registry. */
export const protobufSchema = text('Protobuf Schema', {
	when: { format: [PROTOBUF] },
	placeholder: 'e.g. CgxvcmRlci5wcm90bw==',
	description:
		'Protobuf schema of the messages, encoded in Base64. Leave empty if you use a schema registry.',
	note: 'Base64. Only for Protobuf, and without a schema registry',
	schema: FILLED.max(MAX_SCHEMA_LENGTH),
});

export function* protobufRule(members: JsonObject): Iterable<Issue> {
	const path = 'protobufSchema';
	if (isAbsent(members[path])) return;
	if (!isAbsent(members.format) && members.format !== PROTOBUF) {
		yield { path, text: onlyForText('the Protobuf format') };
	}
	if (isJsonObject(members.schemaRegistry)) {
		yield { path, text: notTogetherText('a schema registry') };
	}
}

/** Without a registry, Protobuf messages need their schema. */
export function* protobufNeedsSchema(members: JsonObject): Iterable<Issue> {
	if (members.format !== PROTOBUF || isJsonObject(members.schemaRegistry)) return;
	if (!isAbsent(members.protobufSchema)) return;
	const because = 'for the Protobuf format without a schema registry';
	yield { path: 'protobufSchema', text: neededText(because) };
}

/** The contract lets Kafka omit what these formats need. */
export function* registryHints(members: JsonObject): Iterable<Issue> {
	const { format, schemaRegistry, protobufSchema } = members;
	if (isJsonObject(schemaRegistry)) return;
	const problem = `isn't set, but the ${String(format)} format needs a schema registry.`;
	if (format === AVRO_CONFLUENT) {
		yield { path: 'schemaRegistry.authentication', verdict: 'hint', text: problem };
	}
	if (format !== PROTOBUF || !isAbsent(protobufSchema)) return;
	const because = "isn't set, although the Protobuf format needs it or a schema registry.";
	yield { path: 'protobufSchema', verdict: 'hint', text: because };
}
