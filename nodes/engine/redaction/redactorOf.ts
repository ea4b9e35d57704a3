import type { Api, Author, Execution } from '../operation';
import type { JsonObject } from '../json';
import {
	credentialSecrets,
	isOrdinaryWord,
	redactRequest,
	secretsIn,
	textRedactor,
} from './redact';

/** Makes an execution's redactors, which know the secrets of its credentials and of one request. */
export function redactorOf(
	api: Api,
	credential: JsonObject,
	extraCredential: JsonObject | undefined,
): Execution['redactorFor'] {
	const ofCredential = credentialSecrets(credential, api);
	const ofExtra = secretsIn(extraCredential);
	const latest = new Map<Author, { secrets: string; redact: (text: string) => string }>();
	return (request, author = 'api') => {
		const ofRequest = request === undefined ? [] : redactRequest(request).secrets;
		const itemSecrets = [...new Set([...ofExtra, ...ofRequest])];
		const secrets = JSON.stringify(itemSecrets);
		const cached = latest.get(author);
		// Requests mostly have the secrets of the one before, or none: the search pattern is built once for them.
		if (cached?.secrets === secrets) return cached.redact;
		const words = author === 'node' ? [] : itemSecrets.filter(isOrdinaryWord);
		const whole = itemSecrets.filter((secret) => !isOrdinaryWord(secret));
		const redact = textRedactor([...ofCredential, ...whole], words);
		latest.set(author, { secrets, redact });
		return redact;
	};
}
