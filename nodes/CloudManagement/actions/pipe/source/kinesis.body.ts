import type { JsonObject } from '../../../../core/json';
import { withoutUndefined } from '../../../../core/json';
import { optional } from '../../../../core/parameters/values';
import type { Parameters } from '../../../../core/operation';
import { parseTime } from '../../../../core/parameters/time';

/** The `kinesis` member from the fields, without its secrets. */
export function kinesisBody(parameters: Parameters, timezone: string): JsonObject {
	const { kinesisAuthentication, kinesisIteratorType } = parameters;
	return withoutUndefined({
		format: optional(parameters.kinesisFormat),
		streamName: optional(parameters.kinesisStreamName),
		region: optional(parameters.kinesisRegion),
		useEnhancedFanOut: optional(parameters.kinesisUseEnhancedFanOut),
		iteratorType: optional(kinesisIteratorType),
		timestamp:
			kinesisIteratorType === 'AT_TIMESTAMP'
				? unixSeconds(optional(parameters.kinesisTimestamp), timezone)
				: undefined,
		authentication: optional(kinesisAuthentication),
		iamRole: kinesisAuthentication === 'IAM_ROLE' ? optional(parameters.kinesisIamRole) : undefined,
	});
}

/** Cut to the second, never rounded up: no record of that second is skipped. */
function unixSeconds(entered: unknown, timezone: string): unknown {
	const instant = parseTime(entered, timezone);
	return instant === undefined ? entered : Math.floor(instant.toSeconds());
}
