import type { JsonObject } from '../../../../core/json';
import { withoutUndefined } from '../../../../core/json';
import { collection, optional, optionalTextList } from '../../../../core/parameters/values';
import type { Parameters } from '../../../../core/operation';
import { parseTime } from '../../../../core/parameters/time';
import { KAFKA_TIMESTAMP_FORMAT } from '../../../api/pipe/kafka';
import { NO_AUTHENTICATION } from './authenticationNames';

/** The `kafka` member from the fields, without its secrets. */
export function kafkaBody(parameters: Parameters, timezone: string): JsonObject {
	const options = collection(parameters.kafkaOptions);
	const { kafkaAuthentication } = parameters;
	return withoutUndefined({
		type: optional(parameters.kafkaType),
		format: optional(parameters.kafkaFormat),
		brokers: optional(parameters.kafkaBrokers),
		topics: optional(parameters.kafkaTopics),
		consumerGroup: optional(options.consumerGroup),
		authentication: optional(kafkaAuthentication),
		iamRole: kafkaAuthentication === 'IAM_ROLE' ? optional(parameters.kafkaIamRole) : undefined,
		offset: offsetBody(parameters, timezone),
		schemaRegistry: schemaRegistryBody(parameters),
		caCertificate: optional(options.caCertificate),
		reversePrivateEndpointIds: optionalTextList(options.reversePrivateEndpointIds),
	});
}

function offsetBody(parameters: Parameters, timezone: string): JsonObject | undefined {
	const strategy = optional(parameters.kafkaOffsetStrategy);
	if (strategy === undefined) return undefined;
	if (strategy !== 'from_timestamp') return { strategy };
	const entered = optional(parameters.kafkaOffsetTimestamp);
	const instant = parseTime(entered, timezone);
	// Cut to the minute, never rounded up: no message of that minute is skipped.
	const timestamp = instant?.toFormat(KAFKA_TIMESTAMP_FORMAT) ?? entered;
	return withoutUndefined({ strategy, timestamp });
}

function schemaRegistryBody(parameters: Parameters): JsonObject | undefined {
	const authentication = optional(parameters.kafkaSchemaRegistryAuthentication);
	if (authentication === undefined || authentication === NO_AUTHENTICATION) return undefined;
	return withoutUndefined({
		url: optional(parameters.kafkaSchemaRegistryUrl),
		authentication,
		caCertificate: optional(parameters.kafkaSchemaRegistryCaCertificate),
	});
}
