import { documentOf } from './documents';
import { branchesOf } from './branches';
import { successOf } from './example';
import { objectAt } from './json';
import { type Operation, operationsOf } from './operations';

/** What an operation's name and path tell about its collection. */
export interface RecordAction {
	verb: 'create' | 'delete' | 'get' | 'list' | 'update';
	/** For example, `apiKeys` for `listApiKeys`. */
	collection: string;
	/** For example, `apiKey` for `getApiKey`. */
	one: string;
	/** The parameter with the record's ID. Empty for lists and creations, because they have no such parameter. */
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

/** What an operation does with a record. Undefined for commands and for parts of a record. */
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

/** Undefined if the API can't read the collection's records. */
export function readOf(api: Operation['api'], collection: string): Operation | undefined {
	const all = operationsOf(api).filter((one) => actionOf(one)?.collection === collection);
	const verbs = ['get', 'update', 'create', 'list'];
	return all
		.filter((operation) => successOf(operation).schema !== undefined)
		.sort((a, b) => verbs.indexOf(actionOf(a)?.verb ?? '') - verbs.indexOf(actionOf(b)?.verb ?? ''))
		.at(0);
}

/** If the API can't read a single record, the list's schema describes it. */
export function recordSchemaOf(operation: Operation): unknown {
	const { schema } = successOf(operation);
	if (actionOf(operation)?.verb !== 'list') return schema;
	return branchesOf(documentOf(operation.api), schema)[0]?.['items'];
}

export function keysOf({ api }: Operation, schema: unknown): Set<string> {
	return namesIn(api, schema, (member) => member !== false);
}

/** The operation's records never show these keys. */
export function hiddenIn(operation: Operation): Set<string> {
	return namesIn(operation.api, recordSchemaOf(operation), (member) => member === false);
}

function namesIn(api: Operation['api'], schema: unknown, fits: (member: unknown) => boolean) {
	const members = branchesOf(documentOf(api), schema).flatMap((branch) =>
		Object.entries(objectAt(branch, 'properties')),
	);
	return new Set(members.filter(([, member]) => fits(member)).map(([name]) => name));
}
