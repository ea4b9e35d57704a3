import { hiddenIn, keysOf, type RecordAction, recordSchemaOf } from '../../contract/collections';
import { completed, exampleOf, successOf } from '../../contract/example';
import { type JsonObject, listAt, objectAt, objectsAt } from '../../contract/json';
import type { Collection } from '../state/collection';
import { type Answer, type Call, isCloud, notFound, parameter } from './answers';
import { listOf } from './pages';
import { omit, replaced, updateRuleFor } from './update';

/** How a kind of record differs from the contract's general behavior. */
export interface Behaviour {
	/** Refuses a request. A create has no `record` yet. */
	refuse?: (call: Call, record?: JsonObject) => Answer | undefined;
	/** `made` is the record that the contract's general behavior would store. */
	store?: (call: Call, made: JsonObject, record?: JsonObject) => JsonObject;
	/** False if a list hides the record. */
	select?: (call: Call, record: JsonObject) => boolean;
	/** Shows the record as the API does. Undefined if the API can't express it. */
	show?: (call: Call, record: JsonObject) => JsonObject | undefined;
	missing?: (call: Call) => Answer;
	/** Called after a change, or after a deletion without `record`. */
	then?: (call: Call, id: string, record?: JsonObject) => void;
}

export type Behaviours = Readonly<Record<string, Behaviour>>;

/** A path without a service covers the records of all services. */
function isHere({ parameters: { serviceId = '' } }: Call, record: JsonObject): boolean {
	return ['', record['id'], record['serviceId']].includes(serviceId);
}

/** Finds a record only if it belongs to the service in the path. */
export function recordIn<T extends JsonObject>(
	call: Call,
	records: Collection<T>,
	name: string,
): T | undefined {
	const id = parameter(call, name);
	// Only reads move a record to its next state.
	const record = call.operation.method === 'GET' ? records.get(id) : records.peek(id);
	return record !== undefined && isHere(call, record) ? record : undefined;
}

function recordsOf({ state, operation }: Call, { collection }: RecordAction) {
	return state.recordsOf(operation.api, collection);
}

export function performOnRecords(call: Call, action: RecordAction, behaviour: Behaviour): Answer {
	const records = recordsOf(call, action);
	if (action.verb === 'list') {
		const { select = () => true } = behaviour;
		const isListed = (record: JsonObject) => isHere(call, record) && select(call, record);
		const all = records.all(isListed);
		return listOf(call, all, (record) => [shownBy(call, behaviour, record) ?? []].flat());
	}
	const record = action.verb === 'create' ? undefined : recordIn(call, records, action.parameter);
	if (action.verb !== 'create' && record === undefined) {
		return behaviour.missing?.(call) ?? notFound(action.one);
	}
	if (record !== undefined && action.verb === 'get') return answerWith(call, behaviour, record);
	const refused = behaviour.refuse?.(call, record);
	if (refused !== undefined) return refused;
	return record !== undefined && action.verb === 'delete'
		? remove(call, action, behaviour)
		: store(call, action, behaviour, record);
}

/** The contract forbids some keys of a record in responses. */
function shownBy(call: Call, behaviour: Behaviour, record: JsonObject): JsonObject | undefined {
	const shown = behaviour.show === undefined ? record : behaviour.show(call, record);
	return shown && omit(shown, [...hiddenIn(call.operation)]);
}

function answerWith(call: Call, behaviour: Behaviour, record: JsonObject): Answer {
	const result = shownBy(call, behaviour, record);
	return result === undefined ? { status: 500, message: 'Something went wrong :(' } : { result };
}

function remove(call: Call, action: RecordAction, { then }: Behaviour): Answer {
	const id = parameter(call, action.parameter);
	recordsOf(call, action).delete(id);
	then?.(call, id);
	const { schema } = successOf(call.operation);
	return schema === undefined ? { done: true } : { result: exampleOf(call.operation.api, schema) };
}

function store(
	call: Call,
	action: RecordAction,
	behaviour: Behaviour,
	record: JsonObject | undefined,
): Answer {
	const records = recordsOf(call, action);
	const made = recordFrom(call, records, record);
	const stored = behaviour.store?.(call, made, record) ?? made;
	records.edit(stored);
	behaviour.then?.(call, String(stored['id']), stored);
	return answerWith(call, behaviour, stored);
}

/** A record has the sent keys, keys that are kept, and keys that its schema requires. */
function recordFrom(call: Call, records: Collection, record: JsonObject | undefined): JsonObject {
	const { operation, parameters, body, now, state } = call;
	const { api, method, bodySchema } = operation;
	const schema = recordSchemaOf(operation);
	const rule = updateRuleFor(operation);
	const { serviceId } = parameters;
	if (rule !== undefined) {
		const id = record?.['id'] ?? state.newIdIn(records);
		const first = { id, createdAt: now, ...(serviceId !== undefined && { serviceId }) };
		return completed(api, schema, replaced(call, rule, record ?? first));
	}
	const shown = keysOf(operation, schema);
	const cleared = method === 'PUT' ? keysOf(operation, bodySchema) : new Set<string>();
	const example = objectAt({ example: exampleOf(api, schema) }, 'example');
	const made = {
		...('id' in example && { id: record?.['id'] ?? body['id'] ?? state.newIdIn(records) }),
		...(shown.has('createdAt') && { createdAt: record?.['createdAt'] ?? now }),
		...(shown.has('updatedAt') && { updatedAt: now }),
		...(serviceId !== undefined && { serviceId }),
	};
	const kept = Object.entries(record ?? {}).filter(([name]) => !cleared.has(name));
	const isOpen = !Object.keys(body).some((name) => shown.has(name));
	const given = Object.entries(body).filter(([name]) => isOpen || shown.has(name));
	return completed(api, schema, {
		...Object.fromEntries([...kept, ...given]),
		...rolesOf(call),
		...made,
	});
}

/** The neutral contract's records don't show roles assigned by ID. */
export function rolesOf(call: Call): JsonObject {
	if (!isCloud(call) || call.body['assignedRoleIds'] === undefined) return {};
	const roles = listAt(call.body, 'assignedRoleIds').map((id) =>
		objectAt({ role: call.state.recordsOf('clickhouseCloud', 'roles').get(String(id)) }, 'role'),
	);
	return {
		assignedRoles: roles.map(({ id, name, type }) => ({
			roleId: id,
			roleName: name,
			roleType: type,
		})),
	};
}

/** Known tiles keep their IDs. Other tiles get new ones. */
export function tilesWithIds(
	body: JsonObject,
	stored: JsonObject | undefined,
	newId: () => string,
): JsonObject[] {
	const known = new Set(objectsAt(stored, 'tiles').map(({ id }) => id));
	return objectsAt(body, 'tiles').map((tile) => ({
		...tile,
		id: known.has(tile['id']) ? tile['id'] : newId(),
	}));
}
