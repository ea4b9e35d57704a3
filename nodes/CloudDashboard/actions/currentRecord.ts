import type { INodeProperties } from 'n8n-workflow';

import type { JsonObject } from '../../core/json';
import type { Parameters, ValidationIssue } from '../../core/operation';
import { parseJsonObject } from '../../core/parameters/parseJson';
import { emptyToUndefined } from '../../core/parameters/values';
import { recordInResponse } from '../api/managedApi';

/** Returns the record that a JSON field holds, as Get outputs it, or the issues with it. Empty, it holds none. */
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
	const { id } = current;
	const isOther = typeof id === 'string' && id !== String(parameters[name]).trim();
	return isOther
		? { issues: [{ path, code: 'otherCurrent', id, field: displayName }] }
		: { current, issues };
}
