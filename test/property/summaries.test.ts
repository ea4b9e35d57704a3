import { operations as dashboardOperations } from '../../nodes/CloudDashboard/resources';
import { operations as managementOperations } from '../../nodes/CloudManagement/resources';
import { createPipe } from '../../nodes/CloudManagement/resources/pipe/create';
import type { JsonObject } from '../../nodes/engine/json';
import { isJsonObject, valueAt } from '../../nodes/engine/json';
import type { Operation, OperationTable } from '../../nodes/engine/operation';
import { wordsOf } from '../../nodes/engine/text';
import { cutSummary } from '../../nodes/engine/summary/summaries';
import { plannedItem } from '../unit/core/fakes';
import { summarizing } from '../unit/management/context';
import { PRESET_SETTINGS } from '../unit/management/presetSettings';
import { ALL_KINDS, allowedPipes } from './allowedBodies';

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

function summaryOf(operation: Operation, body: JsonObject) {
	const request = { method: 'POST', path: '/v1/x', body } as const;
	return cutSummary(plannedItem(request, { parameters: {} }), summarizing(operation));
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

describe('cutSummary', () => {
	it.each(OPERATIONS)('tells a key that nobody expects: $name', ({ operation }) => {
		const unexpected = { unexpected: 'canary' };
		const nested = wordsOf('channels entries filters permissions policies source tiles').map(
			(name) => ({ [name]: name === 'source' ? { kafka: unexpected } : [unexpected] }),
		);
		for (const body of [unexpected, ...nested]) {
			const { text, isCut } = summaryOf(operation, { name: 'n', ...body });
			expect([text.includes('canary') || isCut, text]).toEqual([true, text]);
		}
	});

	it.each(ALL_KINDS)('tells or counts every key of a new pipe from %s', (kind) => {
		for (const body of allowedPipes(kind).slice(0, 30)) {
			const { text, isCut } = summaryOf(createPipe, body);
			const untold = keysIn(body).filter((path) => {
				const { text: textWithout } = summaryOf(createPipe, withoutKey(body, path));
				return textWithout === text;
			});
			expect([isCut || untold.length === 0, untold, text]).toEqual([true, untold, text]);
		}
	});
});
