import type { INodeProperties } from 'n8n-workflow';

import type { JsonObject } from '../../core/json';
import type { Parameters, ValidationIssue } from '../../core/operation';
import { parseJsonObject } from '../../core/parameters/parseJson';
import { emptyToUndefined, isText } from '../../core/parameters/values';
import { recordInResponse } from '../api/managedApi';

/** Returns the record in a JSON field, as Get outputs it, or the issues with it. An empty field has none. */
export function currentRecord(
	{ name: path }: INodeProperties,
	{ name, displayName }: INodeProperties,
	parameters: Parameters,
): { current?: JsonObject; issues: ValidationIssue[] } {
	const entered = parameters[path];
	if (emptyToUndefined(entered) === undefined) return { issues: [] };
	const { value, issues } = parseJsonObject(path, entered);
	if (value === undefined) return { issues };
	const current = recordInResponse(value) ?? value;
	const id = emptyToUndefined(current.id);
	if (!isText(id)) return { issues: [{ path, code: 'noCurrentId' }] };
	return String(id) === String(parameters[name]).trim()
		? { current, issues }
		: { issues: [{ path, code: 'otherCurrent', id, field: displayName }] };
}
