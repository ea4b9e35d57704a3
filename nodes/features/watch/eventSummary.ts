import type { Phrase } from '../../engine/phrase';
import { asWritten, phrase, quoteName, quoted, unquoted } from '../../engine/phrase';
import { plainText } from '../../engine/summary/plainText';
import { emptyToUndefined } from '../../engine/parameters/values';
import { capitalized } from '../../engine/text';
import type { StateChange } from './states';

interface EventRecord {
	title: string;
	name: unknown;
	id: unknown;
	/** Describes a record that has no name: "alert on a saved search (above 10 every 5m)". */
	unnamed?: Phrase | undefined;
}

const NO_LONGER_EXISTS = 'no longer exists';

/** Verbs that read better than "is Failed", by state in lower case. */
const VERBS: ReadonlyMap<string, string> = new Map([
	['alert', 'fires'],
	['completed', 'completed'],
	['done', 'finished'],
	['error', 'failed'],
	['failed', 'failed'],
]);

/** For example, "Pipe 'Orders' failed in service 'Shop', was Running". */
export function stateChangeSummary(
	record: EventRecord,
	{ state, previousState, record: present }: Partial<StateChange> & Pick<StateChange, 'state'>,
	parent?: EventRecord,
): string {
	const stateVerb = VERBS.get(state.toLowerCase()) ?? phrase`is ${stateText(state)}`;
	const verb = present === undefined ? NO_LONGER_EXISTS : stateVerb;
	const inParent = parent === undefined ? '' : phrase` in ${titledName(parent)}`;
	const was = previousState === '' ? ' (new)' : phrase`, was ${stateText(previousState ?? '')}`;
	const before = previousState === undefined ? '' : was;
	return capitalized(plainText(phrase`${titledName(record)} ${verb}${inParent}${before}`));
}

function titledName({ title, name, id, unnamed }: EventRecord): Phrase {
	const text = emptyToUndefined(name);
	if (text !== undefined) return phrase`${title} ${quoted(text)}`;
	return unnamed ?? phrase`${title} ${quoteName(id)}`;
}

function stateText(state: string): Phrase {
	if (state === '') return 'without a state';
	return /^[a-z]+(?:_[a-z]+)+$/.test(state)
		? unquoted(state.replaceAll('_', ' '))
		: quoteName(state);
}

/** For example, "'result.state' of '/v1/…' is failed, was running". Without a value path, values are hashes. */
export function valueSummary(
	{ id: path, state, previousState, record }: StateChange,
	valuePath: string | undefined,
): string {
	if (record === undefined) return plainText(phrase`${asWritten(path)} ${NO_LONGER_EXISTS}`);
	if (valuePath === undefined)
		return plainText(phrase`The response of ${asWritten(path)} has changed`);
	const quotedValue = (text: string): Phrase => (text === '' ? 'empty' : quoteName(text));
	return plainText(
		phrase`${asWritten(valuePath)} of ${asWritten(path)} is ${quotedValue(state)}, was ${quotedValue(previousState)}`,
	);
}
