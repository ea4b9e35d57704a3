import type { INodeProperties } from 'n8n-workflow';

import type { Description } from '../../../core/description/fields';
import type { Rule } from '../../../core/description/findings';
import { bodyOf, propertiesOf } from '../../../core/description/interpret';
import type { Parameters } from '../../../core/operation';
import { asObject } from '../../../core/parameters/values';
import { isWithin } from '../../../core/validation/issue';
import type { RequestBody } from '../../../core/parameters/requestBody';
import { requestBody, requestMembersField } from '../../../core/parameters/requestBody';

const UPDATE_FIELDS = 'updateFields';

/** The fields of a change, and what they make of an item: the body, with nothing in it that was not filled in. */
export interface UpdateFields {
	properties: INodeProperties[];
	bodyOf: (parameters: Parameters, timezone: string) => RequestBody;
}

/**
 * Returns the fields of a change whose body is described. The description has no name: its fields are those of the
 * body. `rules` check the whole body; `example` is such a body as JSON.
 */
export function updateFields(
	description: Description,
	example: string,
	rules: readonly Rule[] = [],
): UpdateFields {
	const definedBy = bodyOf(description);
	return {
		properties: [collectionOf(description), requestMembersField(example)],
		bodyOf: (parameters, timezone) => {
			const members = definedBy(asObject(parameters[UPDATE_FIELDS]), timezone);
			const { body, issues, hints } = requestBody(description.schema, members, parameters);
			const found = [...issues, ...rules.flatMap((rule) => [...rule(body)])];
			if (found.length === 0 && Object.keys(body).length === 0) {
				return { body, issues: [{ path: UPDATE_FIELDS, code: 'nothingToUpdate' }], hints };
			}
			const isByJson = (name: string) => Object.hasOwn(body, name) && !Object.hasOwn(members, name);
			const fields = Object.keys(description.members).filter((name) => !isByJson(name));
			const placed = found.map((issue) =>
				fields.some((name) => isWithin(issue.path, name))
					? { ...issue, path: `${UPDATE_FIELDS}.${issue.path}` }
					: issue,
			);
			return { body, issues: placed, hints };
		},
	};
}

function collectionOf(description: Description): INodeProperties {
	return {
		displayName: 'Update Fields',
		name: UPDATE_FIELDS,
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		description: 'The fields to change. Only these are sent; everything else stays the same.',
		options: propertiesOf(description).sort((one, other) =>
			one.displayName.localeCompare(other.displayName),
		),
	};
}
