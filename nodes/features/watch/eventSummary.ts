import { asWritten, quoted, quoteName } from '../../engine/summary/sentences';
import { plainText } from '../../engine/summary/plainText';
import { emptyToUndefined } from '../../engine/parameters/values';
import { capitalized } from '../../engine/text';
import type { StateChange } from './states';

/** A record in an event's sentence. */
interface EventRecord {
	/** Kind, such as "pipe". */
	title: string;
	name: unknown;
	id: unknown;
	/** Used instead of a missing name: "alert on a saved search (above 10 every 5m)". */
	unnamed?: string | undefined;
}

/** A change, whose previous state may be unknown. */
type EventChange = Pick<StateChange, 'record' | 'state'> &
	Partial<Pick<StateChange, 'previousState'>>;

const NO_LONGER_EXISTS = 'no longer exists';

/** Verbs that read better than "is Failed", by lower-case state. */
const VERBS = {
	alert: 'fires',
	completed: 'completed',
	failed: 'failed',
};

const verbs: ReadonlyMap<string, string> = new Map(Object.entries(VERBS));

/** "Pipe 'Orders' failed in service 'Shop', was Running". */
export function changeSummary(
	record: EventRecord,
	{ state, previousState, record: present }: EventChange,
	parent?: EventRecord,
): string {
	const stateVerb = verbs.get(state.toLowerCase()) ?? `is ${stateText(state)}`;
	const verb = present === undefined ? NO_LONGER_EXISTS : stateVerb;
	const place = parent === undefined ? '' : ` in ${titledName(parent)}`;
	const was = previousState === '' ? ' (new)' : `, was ${stateText(previousState ?? '')}`;
	const before = previousState === undefined ? '' : was;
	return plainText(capitalized(`${titledName(record)} ${verb}${place}${before}`));
}

function titledName({ title, name, id, unnamed }: EventRecord): string {
	const text = emptyToUndefined(name);
	if (text !== undefined) return `${title} ${quoted(text)}`;
	return unnamed ?? `${title} ${quoteName(id)}`;
}

function stateText(state: string): string {
	return state === '' ? 'without a state' : quoteName(state);
}

/** "'result.state' of '/v1/…' is failed, was running". Without a value path, values are hashes. */
export function valueSummary(
	{ id: path, state, previousState, record }: StateChange,
	valuePath: string | undefined,
): string {
	if (record === undefined) return plainText(`${asWritten(path)} ${NO_LONGER_EXISTS}`);
	if (valuePath === undefined) return plainText(`The response of ${asWritten(path)} has changed`);
	const [value, before] = [state, previousState].map((text) =>
		text === '' ? 'empty' : quoteName(text),
	);
	return plainText(
		`${asWritten(valuePath)} of ${asWritten(path)} is ${String(value)}, was ${String(before)}`,
	);
}
