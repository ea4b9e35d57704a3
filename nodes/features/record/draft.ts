import type { JsonObject } from '../../engine/json';
import { withoutUndefined } from '../../engine/json';
import type { ParameterValues, Plan } from '../../engine/operation';
import {
	parseJsonChange,
	parseJsonObject,
	withAdditionalMembers,
} from '../../engine/parameters/jsonInput';
import { UPDATE_FIELDS } from '../../engine/parameterNames';
import { asObject } from '../../engine/parameters/values';

/** `body` contains only what the user entered, until every need is read. */
export interface RequestBody extends Pick<Plan, 'identity' | 'issues' | 'needs'> {
	body: JsonObject;
}

/** A body while the steps complete it, before its check. */
export interface Draft extends RequestBody {
	/** What was entered as JSON, without the keys that fields override. */
	json?: JsonObject;
	/** The whole body was entered as JSON. */
	isJson?: true;
	/** True if the body contains only changes, so missing keys aren't checked. */
	isPartial?: boolean;
	/** Sent instead of the checked body, unless that is merged with a stored record. */
	bodyToSend?: JsonObject;
}

export function bodyWithAdditions(
	fieldBody: JsonObject,
	parameters: ParameterValues,
	collection: string,
): Draft {
	const { additionalMembers } = asObject(parameters[collection]);
	const formBody = withoutUndefined(fieldBody);
	const path = `${collection}.additionalMembers`;
	const parse = collection === UPDATE_FIELDS ? parseJsonChange : parseJsonObject;
	return withAdditionalMembers(formBody, additionalMembers, path, { parse });
}
