import { summaryOf } from '../../../nodes/engine/approval/sentences';
import { asObject } from '../../../nodes/engine/parameters/values';
import { objectBody } from '../../../nodes/engine/operation';
import type { Parameters } from '../../../nodes/engine/operation';
import { fields } from '../rows';
import { operationOf, planOf, sentences, SERVICE_ID } from './context';

/**
 * A change's request, its issues, and its description. In the text, `set.` is Update Fields, `more.` Additional Fields,
 * and `json=` their JSON.
 */
export function planChange(name: string, base: Parameters, text: string, options: Parameters = {}) {
	const { json, more, set, ...own } = fields(text);
	const operation = operationOf(name);
	const added = json === undefined ? {} : { additionalMembers: json };
	const isUpdate = operation.properties.some((field) => field.name === 'updateFields');
	const additionalFields = { ...asObject(more), ...(!isUpdate && added) };
	const updateFields = isUpdate ? { ...asObject(set), ...added } : set;
	const parameters = { ...base, ...own, additionalFields, updateFields, options };
	const { issues, request, hints = [] } = planOf(name, parameters);
	const summary = summaryOf(
		{ itemIndex: 0, parameters: { serviceId: SERVICE_ID, ...parameters }, request },
		{ operation, redactorFor: () => (one: string) => one },
	);
	return { issues: sentences(issues, operation), body: objectBody(request), hints, summary };
}
