import { documentOf } from './documents';
import { branchesOf } from './branches';
import { successOf } from './example';
import { objectAt } from './json';
import { type Operation, operationsOf } from './operations';

/** What an operation does with a collection of records, by its name and path. */
export interface RecordAction {
	verb: 'create' | 'delete' | 'get' | 'list' | 'update';
	/** As in `listApiKeys`: `apiKeys`. */
	collection: string;
	/** The name of one record, as in `getApiKey`: `apiKey`. */
	one: string;
	/** The parameter with a record's ID; only a list and a creation have none. */
	parameter: string;
}

const NAME = /^(list|get|create|update|delete|remove)([A-Z])(\w*)$/;

function plural(one: string): string {
	if (/[^aeiou]y$/.test(one)) return `${one.slice(0, -1)}ies`;
	return one.endsWith('ch') ? `${one}es` : `${one}s`;
}

function singular(all: string): string {
	return all.replace(/ies$/, 'y').replace(/ches$/, 'ch').replace(/s$/, '');
}

/** Returns what an operation does with a collection; undefined if it is a part of a record or a command. */
export function actionOf({ operationId, template }: Operation): RecordAction | undefined {
	const [, verb, first = '', rest = ''] = NAME.exec(operationId) ?? [];
	const parameter = /\{(\w+)\}$/.exec(template)?.[1] ?? '';
	const name = first.toLowerCase() + rest;
	if (verb === 'list') return { verb, collection: name, one: singular(name), parameter };
	const action = { collection: plural(name), one: name, parameter };
	if (verb === 'create') return { verb, ...action };
	if (parameter === '') return undefined;
	if (verb === 'get' || verb === 'update') return { verb, ...action };
	return verb === 'delete' || verb === 'remove' ? { verb: 'delete', ...action } : undefined;
}

/** Returns the operation that answers with one record of a collection, if an API has one. */
export function readOf(api: Operation['api'], collection: string): Operation | undefined {
	const all = operationsOf(api).filter((one) => actionOf(one)?.collection === collection);
	const verbs = ['get', 'update', 'create', 'list'];
	return all
		.filter((operation) => successOf(operation).schema !== undefined)
		.sort((a, b) => verbs.indexOf(actionOf(a)?.verb ?? '') - verbs.indexOf(actionOf(b)?.verb ?? ''))
		.at(0);
}

/** Returns the schema of a collection's records: of its list if none is read alone. */
export function recordSchemaOf(operation: Operation): unknown {
	const { schema } = successOf(operation);
	if (actionOf(operation)?.verb !== 'list') return schema;
	return branchesOf(documentOf(operation.api), schema)[0]?.['items'];
}

/** Names the keys that a schema describes. */
export function keysOf({ api }: Operation, schema: unknown): Set<string> {
	return namesIn(api, schema, (member) => member !== false);
}

/** Names the keys that an operation's records never show. */
export function hiddenIn(operation: Operation): Set<string> {
	return namesIn(operation.api, recordSchemaOf(operation), (member) => member === false);
}

function namesIn(api: Operation['api'], schema: unknown, fits: (member: unknown) => boolean) {
	const members = branchesOf(documentOf(api), schema).flatMap((branch) =>
		Object.entries(objectAt(branch, 'properties')),
	);
	return new Set(members.filter(([, member]) => fits(member)).map(([name]) => name));
}
