import { objectBody } from '../../engine/request';
import { isAbsent } from '../../engine/json';
import type { OperationOutput } from '../../engine/operation';
import { emptyToUndefined } from '../../engine/parameters/values';
import { enumerated } from '../../engine/text';

export interface ShownOnce {
	/** Payload keys of the secrets. */
	keys: readonly string[];
	/** If the body contains this key, the user supplies the secrets, so the API makes none. */
	unless?: string;
	/** The next step if the response lacks a secret, in whole sentences. */
	ifMissing: string;
}

/**
 * Outputs the secrets, because only this response contains them. Warns that n8n stores them, or that they're missing.
 */
export function secretsShownOnce({
	keys,
	unless,
	ifMissing,
}: ShownOnce): Required<Pick<OperationOutput, 'secrets' | 'successHint'>> {
	return {
		secrets: keys,
		successHint: (payload, request) => {
			const isMade = unless === undefined || isAbsent(objectBody(request)[unless]);
			const hasKey = (key: string) => emptyToUndefined(payload[key]) !== undefined;
			const returnedKeys = keys.filter(hasKey);
			const missingKeys = isMade ? keys.filter((key) => !hasKey(key)) : [];
			return joinHints(
				missingKeys.length > 0 &&
					`The response doesn't include ${enumerated(missingKeys, 'and')}, which the API shows only once. ${ifMissing}`,
				returnedKeys.length > 0 && keptText(returnedKeys),
			);
		},
	};
}

function keptText(keys: readonly string[]): string {
	const pronoun = keys.length === 1 ? 'it' : 'them';
	return `The output contains ${enumerated(keys, 'and')}, which the API never shows again. n8n stores ${pronoun} with the execution's data, so keep ${pronoun} in a safe place, then delete the execution.`;
}

export function joinHints(
	...sentences: ReadonlyArray<string | false | undefined>
): string | undefined {
	const hints = sentences.filter((sentence) => typeof sentence === 'string');
	return hints.length === 0 ? undefined : hints.join(' ');
}
