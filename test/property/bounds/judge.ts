import { bodyFaults, judgedBody } from '../../../tools/contract';
import { isJsonObject, type JsonObject } from '../../../tools/contract/json';
import { changedJson, type Place } from '../changedJson';
import type { Probe } from './probes';
import type { Subject } from './subjects';

/** At a place in a body, the node and a contract differ. */
export interface Finding {
	operation: string;
	api: string;
	/** `[]` stands for any entry of a list. */
	place: string;
	/**
	 * An invalid value may be sent silently, sent with a hint, or refused with a message about another field. A valid
	 * value may be refused or changed.
	 */
	found: 'sent' | 'hinted' | 'unnamed' | 'refused' | 'changed';
	rule: string;
	value: unknown;
	details: string[];
}

export function genericPlace(place: Place): string {
	return place.map((step) => (typeof step === 'number' ? '[]' : step)).join('.');
}

/** Plans a body with a changed value, and compares the node's verdict with the contract's verdict. */
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

/** A chart has a single field for all series' groups, so its form can't have other keys for them. */
function canHave({ takesJson, labelsOf }: Subject, key: string): boolean {
	return takesJson || key === '' || (key !== 'groupBy' && labelsOf(key).length > 0);
}

type Verdict = readonly [Finding['found'], ...string[]];

function verdictOn(subject: Subject, changed: JsonObject, place: Place): Verdict | undefined {
	// The nodes trim texts, so a blank text is empty.
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
	// A secret from the credential may have replaced the value.
	if (faultsOf(subject, sent).length === 0) return undefined;
	return [isNamed(subject, place, faults, hints) ? 'hinted' : 'sent', ...faults];
}

/** The content may be a body or a query. */
export function faultsOf({ api, contract, schema }: Subject, content: unknown): string[] {
	return bodyFaults({ ...contract, bodySchema: schema }, judgedBody(api, content));
}

function trimmed(value: unknown): unknown {
	if (typeof value === 'string') return value.trim();
	if (Array.isArray(value)) return value.map(trimmed);
	if (!isJsonObject(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, trimmed(member)]));
}

/** Everything that can be entered must be sent. Secrets and defaults may be added. */
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
		// A form omits keys that its other fields make useless.
		const isLeftOut = !subject.takesJson && (!(key in sent) || !canHave(subject, key));
		return isLeftOut || contains(sent[key], member, subject);
	});
}

/** Lists the keys whose values don't arrive. */
function changedKeys(sent: unknown, changed: JsonObject, subject: Subject): string[] {
	return Object.keys(changed).filter((key) => !contains(sent, { [key]: changed[key] }, subject));
}

/** Brokers can't contain spaces, so spaces between them count as commas. */
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

/** The node must name a key of the value or fault. */
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

/** A fault is about its path's last key, or about a missing key. */
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

/** Shortens a value for a failure's text, and makes blanks empty. */
function shown(value: unknown): unknown {
	if (typeof value === 'string' && value.trim() === '') return '';
	if (value === undefined) return 'nothing';
	const text = JSON.stringify(value);
	return text.length > 60 ? `${text.slice(0, 50)}… (${String(text.length)})` : value;
}
