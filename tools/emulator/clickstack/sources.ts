import { accepts, documentOf, operationsOf } from '../../contract';
import { branchesOf, valuesOf } from '../../contract/branches';
import { type JsonObject, objectAt } from '../../contract/json';
import type { Call } from '../routes/answers';
import type { Behaviour } from '../routes/records';
import { pick } from '../routes/update';
import { isManaged } from './managed';
import { noSuch } from './refusals';

const DOCUMENTS = ['clickstack', 'vendorClickStack'] as const;

/** Each contract describes only a part of a source's members, so this merges them. */
function membersOf(kind: unknown): string[] {
	const schemas = DOCUMENTS.flatMap((api) =>
		operationsOf(api)
			.filter(({ operationId }) => operationId === 'updateSource')
			.flatMap(({ bodySchema }) => branchesOf(documentOf(api), bodySchema)),
	);
	const properties = schemas.map((schema) => objectAt(schema, 'properties'));
	const fitting = properties.filter((each) => valuesOf(objectAt(each, 'kind')).includes(kind));
	return ['id', ...new Set(fitting.flatMap((each) => Object.keys(each)))];
}

/** A server may be unable to express a stored source. */
function fits(source: JsonObject): boolean {
	const update = operationsOf('clickstack').find((each) => each.operationId === 'updateSource');
	return accepts('clickstack', update?.bodySchema, source);
}

function hasConnection({ body, state: { clickStack } }: Call): boolean {
	return clickStack.connections.has(String(body['connection']));
}

/** An update replaces the whole document, including parts that nobody can see. */
export const sources: Behaviour = {
	missing: noSuch('Source'),
	refuse: (call) =>
		call.operation.method === 'DELETE' || hasConnection(call)
			? undefined
			: { status: 400, message: 'Connection not found' },
	store: ({ body }, { id }) => ({ ...pick(body, membersOf(body['kind'])), id }),
	show: (call, source) => {
		const shown = pick(source, membersOf(source['kind']));
		return isManaged(call) || fits(shown) ? shown : undefined;
	},
};
