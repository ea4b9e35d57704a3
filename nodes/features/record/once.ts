import { objectBody } from '../../engine/request';
import { isAbsent, isDataObject } from '../../engine/json';
import type { OperationOutput } from '../../engine/operation';
import { emptyToUndefined } from '../../engine/parameters/values';
import type { RecordOutput } from './output';
import { outputRecord } from './output';

/** Secrets that the API shows only once, in the response to this change. */
export interface ShownOnce {
	/** Their keys in the payload. */
	keys: readonly string[];
	/** The key of the payload with the record, which is output with the secrets among its own fields. */
	record?: string;
	/** The key of the body that replaces them, so that the API makes none. */
	unless?: string;
	/** The next step if the response lacks one, in whole sentences. */
	ifMissing: string;
}

/** Outputs such secrets, and points out where n8n keeps them, or that they are missing. */
export function outputOnce(
	{ keys, record, unless, ifMissing }: ShownOnce,
	output: RecordOutput | undefined,
): Required<Pick<OperationOutput, 'secrets' | 'successHint' | 'toItem'>> {
	return {
		secrets: keys,
		toItem: (payload, parameters) => {
			if (record === undefined) return payload;
			const { [record]: value, ...secretValues } = payload;
			const whole = isDataObject(value) ? value : {};
			const outputValue = output === undefined ? whole : outputRecord(whole, parameters, output);
			return { ...outputValue, ...secretValues };
		},
		successHint: (payload, request) => {
			const isMade = unless === undefined || isAbsent(objectBody(request)[unless]);
			const hasKey = (key: string) => emptyToUndefined(payload[key]) !== undefined;
			const returnedKeys = keys.filter(hasKey);
			const missing = isMade ? keys.filter((key) => !hasKey(key)) : [];
			return hintOf(
				missing.length > 0 &&
					`The response doesn't include ${missing.join(' and ')}, which the API shows only once. ${ifMissing}`,
				returnedKeys.length > 0 && keptText(returnedKeys),
			);
		},
	};
}

function keptText(keys: readonly string[]): string {
	const pronoun = keys.length === 1 ? 'it' : 'them';
	return `The output contains ${keys.join(' and ')}, which the API shows only this once. n8n stores ${pronoun} with the execution's data, so keep ${pronoun} in a safe place, then delete the execution.`;
}

export function hintOf(
	...sentences: ReadonlyArray<string | false | undefined>
): string | undefined {
	const hints = sentences.filter((sentence) => typeof sentence === 'string');
	return hints.length === 0 ? undefined : hints.join(' ');
}
