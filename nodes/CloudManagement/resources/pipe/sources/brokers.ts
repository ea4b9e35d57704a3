import { z } from 'zod';
import { FILLED, text } from '../../../../engine/body/fields';
import type { Issue } from '../../../../engine/issue';
import { sentText, unusual } from '../../../../engine/issue';
import { textList } from '../../../../engine/parameters/values';
import { NO_SCHEME } from './source';

/** Trims the names in a comma-separated list and drops empty names. */
export function trimNames(names: string, separator: RegExp | string = ','): string {
	const trimmed = names.split(separator).map((name) => name.trim());
	return trimmed.filter((name) => name !== '').join(',');
}

/** No broker contains these, so a list that does is sent as entered, if at all. */
const UNREADABLE = /[;@]/;

/** Brokers never contain spaces, so a space also separates them. */
function trimBrokers(names: string): string {
	return UNREADABLE.test(names) ? names.trim() : trimNames(names, /[\s,]/);
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
	rule: brokerIssues,
});

/** A host, or an IPv6 address in brackets, with or without a port. */
const HOST_AND_PORT = /^(?:[^:[\]/\\?#]+|\[(?<ipv6>[^\]]+)\])(?::(?<port>\d+))?$/;
const IPV6 = z.string().ip({ version: 'v6' });

const MAX_PORT = 65_535;

/** Refuses brokers that aren't a host with an optional port, such as lists separated by semicolons. */
function* brokerIssues(brokers: unknown): Iterable<Omit<Issue, 'path'>> {
	for (const broker of textList(brokers).map(String)) {
		if (!hasPort(broker)) {
			yield { verdict: 'hint', text: sentText(`contains "${broker}", which has no port`) };
		}
		// The schema refuses a scheme.
		if (isBroker(broker) || !NO_SCHEME.test(broker)) continue;
		const [separator] = UNREADABLE.exec(broker) ?? [];
		// Before an @, there may be a password.
		const problem =
			separator === undefined
				? `contains "${broker}", which isn't a host with a port from 1 to ${String(MAX_PORT)}`
				: `contains a broker with ${separator}`;
		const remedy = 'Enter host:port, with commas between brokers.';
		yield unusual(problem, remedy);
	}
}

/** An IPv6 address contains colons too. */
function hasPort(broker: string): boolean {
	return broker.includes(':') && !broker.endsWith(']') && !isIpv6(broker);
}

function isIpv6(broker: string): boolean {
	return IPV6.safeParse(broker.split('%', 1).join('')).success;
}

function isBroker(broker: string): boolean {
	if (UNREADABLE.test(broker)) return false;
	const match = HOST_AND_PORT.exec(broker);
	const { ipv6, port = '1' } = match?.groups ?? {};
	if (match === null) return isIpv6(broker);
	return Number(port) >= 1 && Number(port) <= MAX_PORT && (ipv6 === undefined || isIpv6(ipv6));
}
