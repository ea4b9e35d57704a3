import type { Issue } from '../../engine/issue';
import { unusual } from '../../engine/issue';
import type { JsonObject } from '../../engine/json';
import { redactSecrets } from '../../engine/redaction/redact';
import { REDACTED, standsForSecret } from '../../engine/redaction/secretNames';

interface TextAt {
	path: string;
	text: string;
}

const PROBLEM = `contains ${REDACTED}, which stands for a secret in outputs`;
const REMEDY = 'Enter the secret itself, or leave it out.';

/**
 * Reports texts that were copied from an output, because sending them would replace the secret by its redacted text.
 * The `stored` record can prove it. Otherwise, the user may mean the text as it is.
 */
export function copiedSecretIssues(body: JsonObject, stored: JsonObject | undefined): Issue[] {
	const redactedTexts = [...textsWithPaths(body, '')].filter(({ text }) => standsForSecret(text));
	if (redactedTexts.length === 0) return [];
	const storedTexts = new Set([...textsWithPaths(stored, '')].map(({ text }) => text));
	const shownTexts = new Set([...storedTexts].map((text) => redactSecrets(text)));
	return redactedTexts.flatMap(({ path, text }): Issue[] => {
		if (storedTexts.has(text)) return [];
		const isCopied = shownTexts.has(text) || text.includes(`://${REDACTED}@`);
		return [
			isCopied ? { path, text: `${PROBLEM}. ${REMEDY}` } : { path, ...unusual(PROBLEM, REMEDY) },
		];
	});
}

function* textsWithPaths(value: unknown, path: string): Iterable<TextAt> {
	if (typeof value === 'string') yield { path, text: value };
	if (typeof value !== 'object' || value === null) return;
	for (const [name, member] of Object.entries(value)) {
		yield* textsWithPaths(member, path === '' ? name : `${path}.${name}`);
	}
}
