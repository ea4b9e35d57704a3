import { bodyFaults, judgedBody } from '../../../tools/contract';
import { isJsonObject, type JsonObject } from '../../../tools/contract/json';
import { changedJson, type Place } from '../changedJson';
import type { Probe } from './probes';
import type { Subject } from './subjects';

/** How a node differs from a contract at one place of a body. */
export interface Finding {
	operation: string;
	api: string;
	/** The place, with `[]` for any entry of a list. */
	place: string;
	/**
	 * An invalid value is sent without a word, or with a hint, or refused by a message that names another field; a valid
	 * value is refused, or doesn't arrive.
	 */
	found: 'sent' | 'hinted' | 'unnamed' | 'refused' | 'changed';
	rule: string;
	value: unknown;
	details: string[];
}

export function genericPlace(place: Place): string {
	return place.map((step) => (typeof step === 'number' ? '[]' : step)).join('.');
}

/** Plans a body with one changed value; returns how the node's verdict differs from the contract's. */
export function findingOf(
	subject: Subject,
	body: JsonObject,
	{ place, rule, value }: Probe,
): Finding | undefined {
	const changed = changedJson(body, place, value);
	const key = place.findLast((step) => typeof step === 'string') ?? '';
	if (!isJsonObject(changed) || !canHave(subject, key)) return undefined;
	const verdict = verdictOn(subject, changed, place);
	if (verdict === undefined) return undefined;
	const { name: operation, api } = subject;
	const [found, ...details] = verdict;
	return { operation, api, place: genericPlace(place), found, rule, value: shown(value), details };
}

/** Whether a key can be entered. The groups of all series of a chart are one field. */
function canHave({ takesJson, labelsOf }: Subject, key: string): boolean {
	return takesJson || key === '' || (key !== 'groupBy' && labelsOf(key).length > 0);
}

type Verdict = readonly [Finding['found'], ...string[]];

function verdictOn(subject: Subject, changed: JsonObject, place: Place): Verdict | undefined {
	// The nodes send no spaces around a text, so a blank one is empty.
	const faults = faultsOf(subject, trimmed(changed));
	const { issues, hints, sent } = subject.plan(changed);
	if (faults.length === 0) {
		if (issues.length > 0) return ['refused', ...issues];
		if (contains(sent, changed, subject)) return undefined;
		return ['changed', JSON.stringify(sent), ...changedKeys(sent, changed, subject)];
	}
	if (issues.length > 0) {
		return isNamed(subject, place, faults, issues) ? undefined : ['unnamed', ...faults, ...issues];
	}
	// A secret of the credential may have replaced the value.
	if (faultsOf(subject, sent).length === 0) return undefined;
	return [isNamed(subject, place, faults, hints) ? 'hinted' : 'sent', ...faults];
}

/** The faults of a body or a query for the contract. */
export function faultsOf({ api, contract, schema }: Subject, content: unknown): string[] {
	return bodyFaults({ ...contract, bodySchema: schema }, judgedBody(api, content));
}

function trimmed(value: unknown): unknown {
	if (typeof value === 'string') return value.trim();
	if (Array.isArray(value)) return value.map(trimmed);
	if (!isJsonObject(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, trimmed(member)]));
}

/** Whether all of a body is sent, if there is a way to enter it; secrets and defaults may be added. */
function contains(sent: unknown, given: unknown, subject: Subject): boolean {
	if (given === null) return sent === null || sent === undefined || isJsonObject(sent);
	if (typeof given === 'string') return typeof sent === 'string' && isSameText(sent, given);
	if (Array.isArray(given)) {
		if (!Array.isArray(sent) || sent.length !== given.length) return false;
		return given.every((one, index) => contains(sent[index], one, subject));
	}
	if (!isJsonObject(given)) return sent === given;
	if (!isJsonObject(sent)) return false;
	return Object.entries(given).every(([key, member]) => {
		if (key === 'brokers' && isSameList(sent[key], member)) return true;
		// A form leaves out what the other fields make useless.
		const isLeftOut = !subject.takesJson && (!(key in sent) || !canHave(subject, key));
		return isLeftOut || contains(sent[key], member, subject);
	});
}

/** The keys of a body whose values don't arrive. */
function changedKeys(sent: unknown, changed: JsonObject, subject: Subject): string[] {
	return Object.keys(changed).filter((key) => !contains(sent, { [key]: changed[key] }, subject));
}

/** No broker contains a space: spaces between them are commas. */
function isSameList(sent: unknown, given: unknown): boolean {
	const parts = (list: unknown) =>
		String(list)
			.split(/[\s,]+/)
			.filter((part) => part !== '');
	return String(parts(sent)) === String(parts(given));
}

function isSameText(sent: string, given: string): boolean {
	return sent.trim() === given.trim() || Date.parse(sent) === Date.parse(given);
}

/** Whether a sentence names one of the keys that a value or a fault concerns. */
function isNamed(
	{ labelsOf }: Subject,
	place: Place,
	faults: readonly string[],
	sentences: readonly string[],
): boolean {
	const last = place.findLast((step) => typeof step === 'string') ?? '';
	const keys = [last, ...faults.flatMap(keysIn)].filter((key) => key !== '');
	const names = keys.flatMap((key) => [key, ...labelsOf(key)]).map(plain);
	const said = sentences.map(plain).join(' ');
	return names.length === 0 ? sentences.length > 0 : names.some((name) => said.includes(name));
}

/** The keys that a fault names: the last one of its path, and a missing one. */
function keysIn(fault: string): string[] {
	const [path = ''] = fault.split(' ');
	const missing = /(?:property|properties) '?(\w+)/.exec(fault)?.[1] ?? '';
	return [path.split('/').findLast((step) => /^[a-z]/i.test(step)) ?? '', missing].filter(
		(key) => key !== 'body',
	);
}

function plain(text: string): string {
	return text.toLowerCase().replaceAll(/[^a-z0-9]|^clickhouse_/g, '');
}

/** A value as a failure shows it: a blank text as an empty one, a long value by its start. */
function shown(value: unknown): unknown {
	if (typeof value === 'string' && value.trim() === '') return '';
	if (value === undefined) return 'nothing';
	const text = JSON.stringify(value);
	return text.length > 60 ? `${text.slice(0, 50)}… (${String(text.length)})` : value;
}
