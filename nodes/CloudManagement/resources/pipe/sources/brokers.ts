import type { Field } from '../../../../engine/body/fields';
import { FILLED, text } from '../../../../engine/body/fields';
import type { Issue } from '../../../../engine/issue';
import { sentText, unusual } from '../../../../engine/issue';
import { textList } from '../../../../engine/parameters/values';
import { NO_SCHEME } from './source';

/** Trims the names in a comma-separated list and drops empty names. */
export function trimNames(names: string): string {
	return textList(names).join(',');
}

/** No broker contains these, so a list with them stays as entered, and `brokerIssues` reports it. */
const UNREADABLE = /[;@]/;

/** Brokers never contain spaces, so a space also separates them. */
function trimBrokers(names: string): string {
	return UNREADABLE.test(names) ? names.trim() : trimNames(names.replace(/\s/g, ','));
}

export const brokers = text('Brokers', {
	required: true,
	placeholder: 'e.g. broker.example.com:9092',
	description: 'Brokers to connect to, each with its port, separated by commas',
	note: 'host:port of each broker, separated by commas',
	schema: FILLED.regex(
		NO_SCHEME,
		'contains a scheme, such as https://. Leave it out: enter host:port.',
	).transform(trimBrokers),
	rule: ofEach(brokerIssues),
});

export function ofEach(
	ruleOf: (text: string) => Array<Omit<Issue, 'path'>>,
): NonNullable<Field['rule']> {
	return (texts) => (typeof texts === 'string' ? textList(texts).map(String).flatMap(ruleOf) : []);
}

/** IPv6 addresses are in brackets. */
const WITH_PORT = /^(?:[^\s:;@[\]/\\?#]+|\[[\da-f:.]+(?:%[\w.-]+)?\]):([1-9]\d{0,4})$/i;
const MAX_PORT = 65_535;
/** A single colon precedes a port, so the lookahead requires the two colons of an IPv6 address. */
const WITHOUT_PORT = /^(?:[^\s:;@[\]/\\?#]+|\[?(?=(?:[^:]*:){2})[\da-f:.]+(?:%[\w.-]+)?\]?)$/i;

/** Catches separators other than commas, such as semicolons. */
function brokerIssues(broker: string): Array<Omit<Issue, 'path'>> {
	const [, port] = WITH_PORT.exec(broker) ?? [];
	// The schema reports a scheme.
	if (Number(port) <= MAX_PORT || !NO_SCHEME.test(broker)) return [];
	if (WITHOUT_PORT.test(broker)) {
		return [{ verdict: 'hint', text: sentText(`contains "${broker}", which has no port`) }];
	}
	// Text before an @ may contain a password, so the message doesn't quote the broker.
	const [separator] = UNREADABLE.exec(broker) ?? [];
	const problem =
		separator === undefined
			? `contains "${broker}", which isn't a host with a port`
			: `contains a broker with ${separator}`;
	return [unusual(problem, 'Enter host:port, with commas between brokers.')];
}
