import type { SecretMembers } from './redact';
import { REDACTED, redactMembers, secretsIn } from './redact';

/** Returns a path with the values of secret query parameters replaced. */
export function redactQuery(path: string, members: SecretMembers): string {
	return path.replace(/(?<=[?&])([^=&]*)=([^&]*)/g, (pair, name: string) => {
		const parameter = parameterOf(pair);
		return redactMembers(parameter, members) === parameter ? pair : `${name}=${REDACTED}`;
	});
}

/** Returns the secrets among the query parameters of a path. */
export function querySecrets(path: string, members: SecretMembers): string[] {
	const [, query = ''] = path.split('?');
	return query.split('&').flatMap((pair) => secretsIn(parameterOf(pair), members));
}

function parameterOf(pair: string): Record<string, string> {
	return Object.fromEntries(new URLSearchParams(pair));
}
