import { type JsonObject, listAt, objectsAt } from '../../contract/json';
import type { Collection } from '../state/collection';
import type { Answer, Call, Handler } from './answers';
import { badRequest, cursorPage, found, notFound } from './answers';

/**
 * The records whose operations only list, read, change or remove: the name of one, and the parameter with its ID.
 * ClickHouse Cloud pages some lists.
 */
const KINDS = [
	{ records: 'activities', one: 'Activity', parameter: 'activityId' },
	{ records: 'apiKeys', one: 'ApiKey', parameter: 'keyId', isPaged: true },
	{ records: 'backups', one: 'Backup', parameter: 'backupId' },
	{ records: 'invitations', one: 'Invitation', parameter: 'invitationId' },
	{ records: 'members', one: 'Member', parameter: 'userId' },
	{ records: 'pipes', one: 'Pipe', parameter: 'clickPipeId' },
	{
		records: 'reversePrivateEndpoints',
		one: 'ReversePrivateEndpoint',
		parameter: 'reversePrivateEndpointId',
	},
	{ records: 'roles', one: 'Role', parameter: 'roleId' },
	{ records: 'services', one: 'Service', parameter: 'serviceId' },
	{ records: 'snapshots', one: 'Snapshot', parameter: 'snapshotId', isPaged: true },
] as const;

type Kind = (typeof KINDS)[number] & { isPaged?: boolean };

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
export function isHere({ parameters: { serviceId = '' } }: Call, record: JsonObject): boolean {
	return ['', record['id'], record['serviceId']].includes(serviceId);
}

/** Returns the records of the service in the path, or all. */
export function recordsOf(call: Call, name: Kind['records']): JsonObject[] {
	const records: Collection<JsonObject> = call.state[name];
	const { filter } = call.query;
	return records.all().filter((record) => isHere(call, record) && hasTags(record, filter));
}

/** Returns the record whose ID is in a parameter, if the service of the path has it. */
export function recordIn<T extends JsonObject>(
	call: Call,
	records: Collection<T>,
	parameter: string,
): T | undefined {
	const record = records.get(call.parameters[parameter] ?? '');
	return record !== undefined && isHere(call, record) ? record : undefined;
}

/** Returns the roles that the body assigns by ID, as a record shows them; the neutral contract's records don't. */
export function withRoles(call: Call, act: (members: JsonObject) => Answer): Answer {
	if (!call.isCloud || call.body['assignedRoleIds'] === undefined) return act({});
	const roles = listAt(call.body, 'assignedRoleIds').map((id) => call.state.roles.get(String(id)));
	if (roles.some((role) => role === undefined)) return badRequest('unknown role');
	const assignedRoles = roles.map((role) => ({
		...{ roleId: role?.id, roleName: role?.name, roleType: role?.type },
	}));
	return act({ assignedRoles });
}

/** The operations that all kinds of records share. */
function handlersOf({
	records: name,
	one,
	parameter,
	isPaged = false,
}: Kind): Array<[string, Handler]> {
	const label = one.replace(/(?<=[a-z])[A-Z]/g, ' $&').toLowerCase();
	const from = ({ state }: Call): Collection<JsonObject> => state[name];
	const record = (call: Call) => recordIn(call, from(call), parameter);
	const plural = `${name[0]?.toUpperCase() ?? ''}${name.slice(1)}`;
	return Object.entries({
		[`list${plural}`]: (call: Call) => {
			const result = recordsOf(call, name);
			return isPaged && call.isCloud ? cursorPage(call, result) : { result };
		},
		[`get${one}`]: (call: Call) => found(record(call), label),
		[`update${one}`]: (call: Call) =>
			withRoles(call, (roles) => {
				const current = record(call);
				if (current === undefined) return notFound(label);
				const members = Object.entries(call.body).filter(([key]) => key !== 'assignedRoleIds');
				const updated = { ...current, ...Object.fromEntries(members), ...roles };
				from(call).set(updated);
				return { result: updated };
			}),
		[`delete${one}`]: (call: Call): Answer => {
			if (record(call) === undefined) return notFound(label);
			from(call).delete(call.parameters[parameter] ?? '');
			return { done: true };
		},
	});
}

export const RECORD_HANDLERS: Record<string, Handler> = Object.fromEntries(
	KINDS.flatMap(handlersOf),
);
