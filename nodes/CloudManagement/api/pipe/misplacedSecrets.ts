import type { JsonObject } from '../../../core/json';
import { isJsonObject } from '../../../core/json';
import type { MemberPath } from '../../../core/validation/zodIssues';
import type { MemberFault } from './rule';
import {
	ACCESS_KEY_MEMBERS,
	CLIENT_CERTIFICATE_MEMBERS,
	CONNECTION_STRING_MEMBERS,
	LOGIN_MEMBERS,
} from './credentialMembers';

/** Every name under which the contract takes a secret. */
const SECRET_NAMES: ReadonlySet<string> = new Set([
	'accessKey',
	'credentials',
	...ACCESS_KEY_MEMBERS,
	...CLIENT_CERTIFICATE_MEMBERS,
	...CONNECTION_STRING_MEMBERS,
	...LOGIN_MEMBERS,
]);

/** The only places of secrets in the body. Reference, "Credential members accepted on creation only". */
const PLACES: ReadonlySet<string> = new Set([
	'source.kafka.credentials',
	'source.kafka.schemaRegistry.credentials',
	'source.kinesis.accessKey',
	'source.objectStorage.accessKey',
	'source.objectStorage.connectionString',
	'source.postgres.credentials',
]);

/** A fault for each secret that stands where the service does not take one, and might store it in clear. */
export function misplacedSecretIssues(value: unknown, path: MemberPath = []): MemberFault[] {
	if (PLACES.has(path.join('.'))) return [];
	if (Array.isArray(value)) {
		const entries: unknown[] = value;
		return entries.flatMap((entry, index) => misplacedSecretIssues(entry, [...path, index]));
	}
	if (!isJsonObject(value)) return [];
	return Object.entries(value).flatMap(([name, member]) => {
		const place = [...path, name];
		if (!SECRET_NAMES.has(name) || PLACES.has(place.join('.'))) {
			return misplacedSecretIssues(member, place);
		}
		const message =
			'is a secret in a place where the service takes none. Remove it, or select a Cloud Pipe Source API credential.';
		return [{ path: place, message }];
	});
}

/** A fault for a group of secrets that the chosen authentication does not use. */
export function unusedSecretFaults(
	owner: JsonObject,
	group: string,
	authentication: string,
): MemberFault[] {
	if (owner[group] === undefined || owner[group] === null) return [];
	if (owner.authentication === authentication) return [];
	return [{ path: [group], message: `is for ${authentication} authentication only. Remove it.` }];
}
