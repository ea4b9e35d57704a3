import type { JsonObject } from '../../../../core/json';
import { pemBlocksRestored } from './pemMembers';

/**
 * Copies members from the selected credential. Gives undefined where none is selected;
 * a member that the credential lacks becomes an empty text, which the check names.
 */
export function secretsFromCredential(
	credential: Readonly<JsonObject> | undefined,
	members: readonly string[],
): JsonObject | undefined {
	if (credential === undefined || members.length === 0) return undefined;
	return Object.fromEntries(
		members.map((member) => [member, pemBlocksRestored(member, credential[member] ?? '')]),
	);
}
