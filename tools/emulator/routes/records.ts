import {
	actionOf,
	hiddenIn,
	keysOf,
	type RecordAction,
	recordSchemaOf,
} from '../../contract/collections';
import { completed, exampleOf } from '../../contract/example';
import { operationsOf } from '../../contract/operations';
import { objectAt, type JsonObject, listAt, objectsAt } from '../../contract/json';
import { type Collection, memberOf } from '../state/collection';
import { type Answer, type Call, isCloud, notFound, parameter } from './answers';
import { listOf } from './pages';

/** Where a kind of records differs from what the contract says about it. */
export interface Behaviour {
	/** Refuses a creation, a change or a deletion; only the last two have a record. */
	refuse?: (call: Call, record?: JsonObject) => Answer | undefined;
	/** Makes a record of a body; `made` is how any other API would do it. */
	store?: (call: Call, made: JsonObject, record?: JsonObject) => JsonObject;
	/** Returns whether a list shows a record. */
	select?: (call: Call, record: JsonObject) => boolean;
	/** The order of a list; by default, records are in the order of their arrival. */
	order?: (one: JsonObject, other: JsonObject) => number;
	/** Returns a record as a response shows it. */
	show?: (call: Call, record: JsonObject) => JsonObject;
	/** Carries on after a change; without a record, after a deletion. */
	then?: (call: Call, id: string, record?: JsonObject) => void;
	/** The answer to an unknown ID. */
	unknown?: Answer;
	/** The answer to a deletion. */
	gone?: Answer;
	/** The states of a new record, and of a deleted one: the first is in the response, or in the next read. */
	made?: readonly string[];
	deleted?: ReadonlyArray<string | undefined>;
}

export type Behaviours = Readonly<Record<string, Behaviour>>;

/** Returns whether a service has every tag of a filter, each `tag:Key` or `tag:Key=Value`. */
export function hasTags(service: JsonObject | undefined, filter: unknown): boolean {
	const given: unknown[] = Array.isArray(filter) ? filter : [filter];
	return given
		.filter((tag) => typeof tag === 'string')
		.every((tag) => {
			const [key, ...value] = tag.replace(/^tag:/, '').split('=');
			return objectsAt(service, 'tags').some(
				(own) =>
					own['key'] === key && (value.length === 0 || (own['value'] ?? '') === value.join('=')),
			);
		});
}

/** Returns whether a record belongs to the service of the path, if there is one. */
function isHere({ parameters: { serviceId = '' } }: Call, record: JsonObject): boolean {
	return ['', record['id'], record['serviceId']].includes(serviceId);
}

/** Returns the record whose ID is in a parameter, if the service of the path has it. */
export function recordIn<T extends JsonObject>(
	call: Call,
	records: Collection<T>,
	name: string,
): T | undefined {
	const record = records.get(idIn(call, name));
	return record !== undefined && isHere(call, record) ? record : undefined;
}

/** The IDs of ClickStack are hexadecimal, in either case. */
function idIn(call: Call, name: string): string {
	const id = parameter(call, name);
	return call.operation.api === 'clickstack' ? id.toLowerCase() : id;
}

/** Returns the name of a record in the path, above its last one, that is unknown. */
export function unknownParent(call: Call): string | undefined {
	const { api, template } = call.operation;
	const parents = operationsOf(api).filter((one) => template.startsWith(`${one.template}/`));
	return parents
		.flatMap((one) => actionOf(one) ?? [])
		.filter(({ verb, one }) => verb === 'get' && one !== 'organization')
		.find((action) => recordIn(call, recordsOf(call, action), action.parameter) === undefined)?.one;
}

export function recordsOf({ state, operation }: Call, { collection }: RecordAction) {
	return state.recordsOf(operation.api, collection);
}

/** Lists, reads, creates, changes or deletes records, as the contract's operation says. */
export function performOnRecords(call: Call, action: RecordAction, behaviour: Behaviour): Answer {
	const records = recordsOf(call, action);
	if (action.verb === 'list') {
		const all = records.all().filter((record) => isListed(call, behaviour, record));
		if (behaviour.order !== undefined) all.sort(behaviour.order);
		return listOf(
			call,
			all.map((record) => shownBy(call, behaviour, record)),
		);
	}
	const record = action.verb === 'create' ? undefined : recordIn(call, records, action.parameter);
	if (action.verb !== 'create' && record === undefined) {
		return behaviour.unknown ?? unknownRecord(call, action);
	}
	if (record !== undefined && action.verb === 'get')
		return { result: shownBy(call, behaviour, record) };
	const refused = behaviour.refuse?.(call, record);
	if (refused !== undefined) return refused;
	return record !== undefined && action.verb === 'delete'
		? remove(call, action, behaviour, record)
		: store(call, action, behaviour, record);
}

function isListed(call: Call, { select = () => true }: Behaviour, record: JsonObject): boolean {
	return isHere(call, record) && hasTags(record, call.query['filter']) && select(call, record);
}

/** Returns a record as a response shows it: without the keys that the contract forbids there. */
function shownBy(call: Call, { show }: Behaviour, record: JsonObject): JsonObject {
	const hidden = hiddenIn(call.operation);
	const shown = Object.entries(show?.(call, record) ?? record);
	return Object.fromEntries(shown.filter(([name]) => !hidden.has(name)));
}

function unknownRecord({ operation }: Call, { one }: RecordAction): Answer {
	const label = one.replace(/(?<=[a-z])[A-Z]/g, ' $&').toLowerCase();
	if (operation.api !== 'clickstack') return notFound(label);
	return { status: 404, message: `${label.charAt(0).toUpperCase()}${label.slice(1)} not found` };
}

function remove(
	call: Call,
	action: RecordAction,
	{ deleted, then, gone }: Behaviour,
	record: JsonObject,
): Answer {
	const records = recordsOf(call, action);
	const id = idIn(call, action.parameter);
	if (deleted === undefined) records.delete(id);
	else records.accept(record, ...deleted);
	then?.(call, id);
	return gone ?? { done: true };
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
	const [first, ...later] = record === undefined ? (behaviour.made ?? []) : [];
	const shown = first === undefined ? stored : { ...stored, [memberOf(stored)]: first };
	if (later.length === 0) records.set(shown);
	else records.accept(shown, ...later);
	behaviour.then?.(call, String(stored['id']), shown);
	return { result: shownBy(call, behaviour, shown) };
}

/** Makes a record from a body: the keys that it shows, those that it keeps, and what its schema needs besides. */
function recordFrom(call: Call, records: Collection, record: JsonObject | undefined): JsonObject {
	const { operation, parameters, body, now, state } = call;
	const { api, method, bodySchema } = operation;
	const schema = recordSchemaOf(operation);
	const shown = keysOf(operation, schema);
	const replaced = method === 'PUT' ? keysOf(operation, bodySchema) : new Set<string>();
	const { serviceId } = parameters;
	const example = objectAt({ example: exampleOf(api, schema) }, 'example');
	const made = {
		...('id' in example && { id: record?.['id'] ?? state.newIdIn(records) }),
		...(shown.has('createdAt') && { createdAt: record?.['createdAt'] ?? now }),
		...(shown.has('updatedAt') && { updatedAt: now }),
		...(serviceId !== undefined && { serviceId }),
	};
	const kept = Object.entries(record ?? {}).filter(([name]) => !replaced.has(name));
	const isOpen = !Object.keys(body).some((name) => shown.has(name));
	const given = Object.entries(body).filter(([name]) => isOpen || shown.has(name));
	return completed(api, schema, {
		...Object.fromEntries([...kept, ...given]),
		...rolesOf(call),
		...made,
	});
}

/** Returns the roles that a body assigns by ID, as a record shows them; the neutral contract's records don't. */
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
