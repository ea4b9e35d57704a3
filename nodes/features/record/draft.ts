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

/** Until every need is read, `body` holds only what was entered. */
export interface RequestBody extends Pick<Plan, 'identity' | 'issues' | 'needs'> {
	body: JsonObject;
}

/** A body on its way through the steps, before its check. */
export interface Draft extends RequestBody {
	/** Keys filled by fields. Undefined if the whole body is JSON. */
	fieldBody?: JsonObject | undefined;
	/** Keys from Additional Fields (JSON), which a warning names if the form fills them too. */
	added?: JsonObject | undefined;
	/** The body holds only changes, so missing keys aren't checked. */
	isPartial?: boolean;
	/** The body to send, if it has parts that aren't checked, or another form. Defaults to the checked body. */
	bodyToSend?: JsonObject;
	/** The record that the body replaces, once it's read. */
	stored?: JsonObject;
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
	return { fieldBody, ...withAdditionalMembers(formBody, additionalMembers, path, { parse }) };
}
