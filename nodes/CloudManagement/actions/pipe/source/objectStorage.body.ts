import type { JsonObject } from '../../../../core/json';
import { withoutUndefined } from '../../../../core/json';
import { optional } from '../../../../core/parameters/values';
import type { Parameters } from '../../../../core/operation';
import { OBJECT_STORAGE_DELIMITED_FORMATS } from '../../../api/pipe/objectStorage';
import { NO_AUTHENTICATION } from './authenticationNames';

/** The `objectStorage` member from the fields, without its secrets. */
export function objectStorageBody(parameters: Parameters): JsonObject {
	const { objectStorageType, objectStorageFormat, objectStorageAuthentication } = parameters;
	const isAzure = objectStorageType === 'azureblobstorage';
	const isDelimited = OBJECT_STORAGE_DELIMITED_FORMATS.some((name) => name === objectStorageFormat);
	const isPublic = objectStorageAuthentication === NO_AUTHENTICATION;
	const queueApplies = parameters.objectStorageIsContinuous === true && !isPublic;
	return withoutUndefined({
		type: optional(objectStorageType),
		format: optional(objectStorageFormat),
		url: isAzure ? undefined : optional(parameters.objectStorageUrl),
		azureContainerName: isAzure ? optional(parameters.objectStorageAzureContainerName) : undefined,
		path: isAzure ? optional(parameters.objectStoragePath) : undefined,
		delimiter: isDelimited ? delimiter(parameters.objectStorageDelimiter) : undefined,
		compression: optional(parameters.objectStorageCompression),
		isContinuous: optional(parameters.objectStorageIsContinuous),
		queueUrl: queueApplies ? optional(parameters.objectStorageQueueUrl) : undefined,
		authentication: isPublic ? undefined : optional(objectStorageAuthentication),
		iamRole:
			objectStorageAuthentication === 'IAM_ROLE'
				? optional(parameters.objectStorageIamRole)
				: undefined,
	});
}

/** A blank or a tab is a delimiter too, so only a text without any character is empty. */
function delimiter(value: unknown): unknown {
	return value === '' ? undefined : value;
}
