import { redactSecrets } from '../../../../nodes/engine/redaction/redact';

/** The secrets that redaction finds in a value. */
export function secretsIn(value: unknown): string[] {
	const secrets: string[] = [];
	redactSecrets(value, (secret) => secrets.push(secret));
	return secrets;
}
