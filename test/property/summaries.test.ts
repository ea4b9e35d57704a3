import { operations as dashboardOperations } from '../../nodes/CloudDashboard/resources';
import { operations as managementOperations } from '../../nodes/CloudManagement/resources';
import { createPipe } from '../../nodes/CloudManagement/resources/pipe/create';
import type { JsonObject } from '../../nodes/engine/json';
import { isJsonObject, valueAt } from '../../nodes/engine/json';
import type { Operation, OperationTable } from '../../nodes/engine/operation';
import { wordsOf } from '../../nodes/engine/text';
import { summaryOf } from '../../nodes/engine/summary/summaries';
import { redactRequest } from '../../nodes/engine/redaction/redact';
import { plannedItem } from '../unit/core/fakes';
import { summarizing } from '../unit/management/context';
import { PRESET_SETTINGS } from '../unit/management/presetSettings';
import { ALL_KINDS, allowedPipes } from './allowedBodies';
import { changedJson, placesIn } from './changedJson';
import { PLANNING_NODES } from './plannedForms';

/** Users can add any key to such a body. */
const takesJson = ({ properties }: Operation) =>
	/"(?:additionalMembers|pipeJson|dashboardJson)"/.test(JSON.stringify(properties));

const TABLES: readonly OperationTable[] = [managementOperations, dashboardOperations];

const OPERATIONS = TABLES.flatMap((operations) => Object.entries(operations))
	.flatMap(([resource, table]) =>
		Object.entries(table).map(([name, operation]) => ({
			name: `${resource}.${name}`,
			operation,
		})),
	)
	.filter(({ operation }) => operation.kind === 'change' && takesJson(operation));

function summarized(operation: Operation, body: JsonObject) {
	const request = { method: 'POST', path: '/v1/x', body } as const;
	return summaryOf(plannedItem(request, { parameters: {} }), summarizing(operation));
}

/** Summaries count or hide these values, or other keys already tell them. */
const EXCEPT = /^destination\.columns|^fieldMappings|\.password$|\.managedTable$|\.engine\.type$/;

/** Lists the paths of values that aren't empty. */
function keysIn(value: unknown, path = ''): string[] {
	if (EXCEPT.test(path) || value === null || value === false) return [];
	if (PRESET_SETTINGS.get(path.replace(/^source\./, '')) === value) return [];
	if (typeof value !== 'object') return [path];
	return Object.entries(value).flatMap(([name, inner]) =>
		keysIn(inner, path === '' ? name : `${path}.${name}`),
	);
}

const SEED = 20_261_201;

/** The plans of random forms whose requests have a body, one per operation and kind of pipe source. */
const CHANGES = Object.values(PLANNING_NODES).flatMap((node) => {
	const plans = node.forms(SEED).flatMap(({ parameters: form }) => {
		const operation = node.operationOf(form);
		if (operation.kind !== 'change') return [];
		const parameters = node.read(form);
		const { request } = node.plan(parameters, 'clickhouseCloud');
		const { body } = request;
		if (!isJsonObject(body) || body['command'] !== undefined) return [];
		const kinds = Object.keys(isJsonObject(body['source']) ? body['source'] : {});
		const name = [form['resource'], form['operation'], ...kinds].map(String).join(' ');
		return [[name, { name, operation, parameters, request: { ...request, body } }] as const];
	});
	return [...new Map(plans).values()];
});

function otherValue(value: unknown): unknown {
	if (typeof value === 'boolean') return !value;
	if (typeof value === 'number') return value + 1;
	return typeof value === 'string' ? 'canary' : undefined;
}

/** Each has another text, number, or switch at one place. */
function changedBodies(body: JsonObject): JsonObject[] {
	return placesIn(body).flatMap((place) => {
		const other = otherValue(valueAt(body, place.join('.')));
		const changed = other === undefined ? undefined : changedJson(body, place, other);
		return isJsonObject(changed) ? [changed] : [];
	});
}

function withoutKey(body: JsonObject, path: string): JsonObject {
	const copy = structuredClone(body);
	const names = path.split('.');
	const owner: unknown = valueAt(copy, names.slice(0, -1).join('.'));
	const name = names.at(-1) ?? '';
	if (Array.isArray(owner)) owner.splice(Number(name), 1);
	else if (isJsonObject(owner)) Reflect.deleteProperty(owner, name);
	else Reflect.deleteProperty(copy, path);
	return copy;
}

describe('summaryOf', () => {
	it.each(OPERATIONS)('tells a key that nobody expects: $name', ({ operation }) => {
		const unexpected = { unexpected: 'canary' };
		const nested = wordsOf('channels entries filters permissions policies source tiles').map(
			(name) => ({ [name]: name === 'source' ? { kafka: unexpected } : [unexpected] }),
		);
		for (const body of [unexpected, ...nested]) {
			const { text, isCut } = summarized(operation, { name: 'n', ...body });
			expect([text.includes('canary') || isCut, text]).toEqual([true, text]);
		}
	});

	it.each(CHANGES)('tells every value or says that more follows: $name', (planned) => {
		const { operation, parameters, request } = planned;
		const shown = (body: JsonObject, facts = {}) => ({
			...summaryOf(
				plannedItem({ ...request, body }, { parameters, facts }),
				summarizing(operation),
			),
			plan: redactRequest({ ...request, body }).redacted.body,
		});
		for (const facts of [{}, { record: request.body }]) {
			const before = shown(request.body, facts);
			for (const body of changedBodies(request.body)) {
				const after = shown(body, facts);
				// The plan's body hides the value, so a change isn't visible there either.
				const isHidden = JSON.stringify(after.plan) === JSON.stringify(before.plan);
				const isTold = isHidden || after.isCut || after.text !== before.text;
				expect({ isTold, body, text: after.text }).toMatchObject({ isTold: true });
			}
		}
	});

	it.each(ALL_KINDS)('tells or counts every key of a new pipe from %s', (kind) => {
		for (const body of allowedPipes(kind).slice(0, 30)) {
			const { text, isCut } = summarized(createPipe, body);
			const untold = keysIn(body).filter((path) => {
				const { text: textWithout } = summarized(createPipe, withoutKey(body, path));
				return textWithout === text;
			});
			expect([isCut || untold.length === 0, untold, text]).toEqual([true, untold, text]);
		}
	});
});
