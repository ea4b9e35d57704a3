import type { Issue } from '../../engine/issue';
import { sentHint, unusual } from '../../engine/issue';
import type { JsonObject } from '../../engine/json';
import { redactSecrets, standsForSecret } from '../../engine/redaction/redact';
import { isUri, REDACTED } from '../../engine/redaction/secretNames';

interface TextAt {
	path: readonly string[];
	text: string;
}

const PROBLEM = `contains ${REDACTED}, which stands for a secret in outputs`;
const REMEDY = 'Enter the secret itself, or leave it out.';

/**
 * Reports texts that were copied from an output, because sending them would replace the secret. If the `stored` record
 * doesn't prove it, the text may be meant as it is.
 */
export function copiedSecretIssues(body: JsonObject, stored: JsonObject | undefined): Issue[] {
	const redactedTexts = [...textsWithPaths(body, [])].filter(({ text }) => text.includes(REDACTED));
	if (redactedTexts.length === 0) return [];
	const storedTexts = new Set([...textsWithPaths(stored, [])].map(({ text }) => text));
	const shownTexts = new Set([...storedTexts].map((text) => redactSecrets(text)));
	return redactedTexts.flatMap(({ path: steps, text }): Issue[] => {
		if (storedTexts.has(text)) return [];
		const path = steps.join('.');
		const isLogin = isUri(steps.at(-1) ?? '') && text.includes(`://${REDACTED}@`);
		if (isLogin || (shownTexts.has(text) && text !== REDACTED)) {
			return [{ path, text: `${PROBLEM}. ${REMEDY}` }];
		}
		if (!standsForSecret(steps, text)) return [];
		// A whole secret may really be three asterisks.
		return [{ path, ...(text === REDACTED ? sentHint(PROBLEM) : unusual(PROBLEM, REMEDY)) }];
	});
}

function* textsWithPaths(value: unknown, path: readonly string[]): Iterable<TextAt> {
	if (typeof value === 'string') yield { path, text: value };
	if (typeof value !== 'object' || value === null) return;
	for (const [name, member] of Object.entries(value)) {
		yield* textsWithPaths(member, [...path, name]);
	}
}
