import type { INodeProperties } from 'n8n-workflow';

import type { JsonObject } from '../json';
import { mergeObjects } from '../json';
import type { ValidationIssue } from '../operation';
import { parseJsonObject } from './parseJson';
import { emptyToUndefined } from './values';

/** The field's label in hints and issues. */
export const ADDITIONAL_MEMBERS_LABEL = 'Additional Fields (JSON)';

/** Returns the field for keys of a body that the form doesn't have. */
export function additionalMembersField(
	description: string,
	placeholder: string,
	name = 'additionalMembers',
): INodeProperties {
	return {
		displayName: ADDITIONAL_MEMBERS_LABEL,
		name,
		type: 'json',
		default: '{}',
		placeholder,
		description,
	};
}

/** Puts fields that few need under "Add Field". */
export function behindAddField(...options: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		options,
	};
}

/** Returns a hint for each path of the field's object whose value isn't sent, because another field sets it. */
export function overriddenHints(
	paths: readonly string[],
	labelOf?: (path: string) => string | undefined,
): string[] {
	return paths.map((path) => {
		const label = labelOf?.(path);
		const field = label === undefined ? 'a field of the form' : `the field ${label}`;
		return `'${path}' in ${ADDITIONAL_MEMBERS_LABEL} isn't sent: ${field} takes precedence.`;
	});
}

/**
 * Merges the field's object into a body that the other fields define; they win. `path` is that of the field.
 * Returns the object, too, as what is `added`.
 */
export function withAdditionalMembers(
	body: JsonObject,
	entered: unknown,
	path: string,
): { body: JsonObject; added: JsonObject; issues: ValidationIssue[] } {
	if (emptyToUndefined(entered) === undefined) return { body, added: {}, issues: [] };
	const { value: added = {}, issues } = parseJsonObject(path, entered);
	return { body: mergeObjects(body, added), added, issues };
}
