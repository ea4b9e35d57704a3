import { isJsonObject, type JsonObject, objectsAt } from '../../../contract/json';
import type { EmulatorState } from '../../state';
import type { ServiceRecord } from '../../state/records';
import type { Answer, Call } from '../answers';

/** A kind of source, and what the service does with pipes of it. */
interface Kind {
	name: string;
	/** Whether it is a database: no table of its own, no settings endpoints. */
	isDatabase: boolean;
	/** Whether it replicates: it pauses in place of stopping, and can be resynced. */
	resyncs: boolean;
}

const REPLICATED = ['postgres', 'mysql', 'mongodb'];

/** Returns the kind of a source; the contract has made sure that there is one. */
export function kindOf(source: JsonObject): Kind {
	const name = Object.keys(source).find((key) => isJsonObject(source[key])) ?? '';
	const resyncs = REPLICATED.includes(name);
	return { name, isDatabase: resyncs || name === 'bigquery', resyncs };
}

/** Answers 424 unless the service runs, which new and changed pipes need. */
export function asleep({ state, parameters }: Call): Answer | undefined {
	const service = state.services.get(parameters['serviceId'] ?? '');
	if (service === undefined || service.state === 'running') return undefined;
	const reason = `the service must be running, and its state is ${service.state}`;
	return { status: 424, message: `FAILED_DEPENDENCY: ${reason}` };
}

/** Returns whether a service has every tag of a filter, each `tag:Key` or `tag:Key=Value`. */
export function hasTags(service: ServiceRecord | undefined, filter: unknown): boolean {
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

/** Returns the roles of a body as a record shows them; undefined if one is unknown. */
export function assignedRoles(state: EmulatorState, body: JsonObject): JsonObject[] | undefined {
	const ids: unknown[] = Array.isArray(body['assignedRoleIds']) ? body['assignedRoleIds'] : [];
	const roles = ids.map((id) => state.roles.get(String(id)));
	if (roles.some((role) => role === undefined)) return undefined;
	return roles.map((role) => ({ roleId: role?.id, roleName: role?.name, roleType: role?.type }));
}
