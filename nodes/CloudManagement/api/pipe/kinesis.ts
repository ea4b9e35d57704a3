import { z } from 'zod';

import type { JsonObject } from '../../../core/json';
import type { ValidationIssue } from '../../../core/operation';
import type { PipeSourceMember } from './credentialMembers';
import { ACCESS_KEY_MEMBERS } from './credentialMembers';
import { DISCRIMINATOR, isAbsent, missingDiscriminators, requiredIssues } from './members';
import { halfGroupIssues, secretGroupIssues, secretsSchema, unusedSecretIssues } from './secrets';

export const KINESIS_FORMATS = ['JSONEachRow', 'Avro', 'AvroConfluent'] as const;
export const KINESIS_ITERATOR_TYPES = ['TRIM_HORIZON', 'LATEST', 'AT_TIMESTAMP'] as const;
export const KINESIS_AUTHENTICATIONS = ['IAM_ROLE', 'IAM_USER'] as const;

function isTimestamp(value: unknown): boolean {
	return isAbsent(value) || Number.isInteger(value);
}

/** The `kinesis` source, as the reference lists its members. `timestamp` is in whole seconds since 1970. */
export const kinesisSchema = z
	.object({
		format: z.enum(KINESIS_FORMATS).nullish().describe(DISCRIMINATOR),
		streamName: z.string().trim().min(1),
		region: z.string().trim().min(1).describe('Cloud region of the stream, such as us-east-1'),
		useEnhancedFanOut: z.boolean().nullish(),
		iteratorType: z.enum(KINESIS_ITERATOR_TYPES).nullish().describe(DISCRIMINATOR),
		timestamp: z
			.unknown()
			.refine(isTimestamp, 'must be a time; in JSON, a UNIX timestamp in whole seconds.')
			.describe('UNIX timestamp in whole seconds. Required with AT_TIMESTAMP'),
		authentication: z.enum(KINESIS_AUTHENTICATIONS).nullish().describe(DISCRIMINATOR),
		iamRole: z.string().trim().nullish().describe('ARN of the role. Required with IAM_ROLE'),
		accessKey: secretsSchema,
	})
	.passthrough();

/** Returns the members of `accessKey` that an authentication uses; none for IAM roles and unlisted methods. */
export function kinesisSecretMembers(authentication: unknown): readonly PipeSourceMember[] {
	return authentication === 'IAM_USER' ? ACCESS_KEY_MEMBERS : [];
}

/** Returns what a Kinesis source lacks where it comes from fields. By JSON, the API decides. */
export function kinesisOpenIssues(kinesis: JsonObject): ValidationIssue[] {
	return missingDiscriminators(kinesis, ['format', 'iteratorType', 'authentication']);
}

/** Returns the issues of a Kinesis source's cross-field rules. */
export function kinesisIssues(kinesis: JsonObject): ValidationIssue[] {
	return [
		...timestampIssues(kinesis),
		...authenticationIssues(kinesis),
		...unusedSecretIssues(kinesis, 'accessKey', 'IAM_USER', KINESIS_AUTHENTICATIONS),
	];
}

function timestampIssues({ iteratorType, timestamp }: JsonObject): ValidationIssue[] {
	if (iteratorType !== 'AT_TIMESTAMP' || !isAbsent(timestamp)) return [];
	const because = 'with the iterator type AT_TIMESTAMP';
	return [{ path: 'timestamp', code: 'needed', because }];
}

function authenticationIssues(kinesis: JsonObject): ValidationIssue[] {
	if (kinesis.authentication === 'IAM_ROLE') {
		return requiredIssues(kinesis, ['iamRole'], 'with IAM role authentication');
	}
	if (isAbsent(kinesis.authentication)) {
		return halfGroupIssues(kinesis, 'accessKey', ACCESS_KEY_MEMBERS);
	}
	const members = kinesisSecretMembers(kinesis.authentication);
	return secretGroupIssues(kinesis, 'accessKey', members, { required: true });
}
