import { objectBody } from '../../engine/request';
import { isAbsent, isDataObject } from '../../engine/json';
import type { OperationOutput } from '../../engine/operation';
import { noticeField } from '../../engine/parameters/properties';
import { emptyToUndefined } from '../../engine/parameters/values';
import type { RecordOutput } from './output';
import { outputRecord } from './output';

/** Secrets that the API shows only in this change's response. */
export interface ShownOnce {
	/** Their keys in the payload. */
	keys: readonly string[];
	/** Payload key of the record. The secrets are output among its fields. */
	record?: string;
	/** Body key that supplies the secrets, so that the API makes none. */
	unless?: string;
	/** Next step if the response lacks a secret, in whole sentences. */
	ifMissing: string;
}

/** A single field for all operations, so that the panel has it once. */
export const SHOWN_ONCE_NOTICE = noticeField(
	'shownOnceNotice',
	'The API shows a generated secret only once, in the output. n8n stores it with the execution, so keep it in a safe place, then delete the execution.',
);

/** Outputs secrets that only this response holds. Warns that n8n stores them, or that they're missing. */
export function outputOnce(
	{ keys, record, unless, ifMissing }: ShownOnce,
	output: RecordOutput | undefined,
): Required<Pick<OperationOutput, 'secrets' | 'successHint' | 'toItem'>> {
	return {
		secrets: keys,
		toItem: (payload, parameters) => {
			if (record === undefined) return payload;
			const { [record]: value, ...otherValues } = payload;
			const recordValue = isDataObject(value) ? value : {};
			const outputValue =
				output === undefined ? recordValue : outputRecord(recordValue, parameters, output);
			return { ...outputValue, ...otherValues };
		},
		successHint: (payload, request) => {
			const isMade = unless === undefined || isAbsent(objectBody(request)[unless]);
			const hasKey = (key: string) => emptyToUndefined(payload[key]) !== undefined;
			const returnedKeys = keys.filter(hasKey);
			const missing = isMade ? keys.filter((key) => !hasKey(key)) : [];
			return joinHints(
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

export function joinHints(
	...sentences: ReadonlyArray<string | false | undefined>
): string | undefined {
	const hints = sentences.filter((sentence) => typeof sentence === 'string');
	return hints.length === 0 ? undefined : hints.join(' ');
}
