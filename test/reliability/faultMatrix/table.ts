import type { Expected, FaultExpectation } from './expectations';
import { FAULT_EXPECTATIONS, UNKNOWN_OUTCOMES } from './expectations';

const SUCCESS = 'success';
const UNKNOWN = 'that the outcome is unknown, and how to find out';

function sent({ requests }: Expected): string {
	return requests === 0 ? 'none' : String(requests);
}

function said({ message }: Expected): string {
	if (message === undefined) return SUCCESS;
	return message.replace('{host}', '(host)').replace('{payload}', 'result');
}

function advice({ description = '' }: Expected): string {
	return description === 'unknown' ? UNKNOWN : description;
}

function row(fault: FaultExpectation): string {
	const { name, reads, writes } = fault;
	const cells = [name, sent(reads), sent(writes), said(writes) + exception(fault), advice(writes)];
	return `| ${cells.join(' | ')} |`;
}

function exception({ withoutData, creations }: FaultExpectation): string {
	if (withoutData === undefined) return '';
	return creations === undefined
		? ' (every Delete and API Request succeed)'
		: ' (every Delete, API Request and every Create succeed)';
}

/** The fault table of the docs, in Markdown, from the expectations of the fault matrix test. */
export function faultTable(): string {
	return [
		'| Fault | Reads sent | Changes sent | The error says | and for a change, what next |',
		'| --- | --- | --- | --- | --- |',
		...FAULT_EXPECTATIONS.map(row),
	].join('\n');
}

/** The texts on unknown outcomes, in Markdown. */
export function unknownOutcomeTable(): string {
	return [
		'| Operation | Where the outcome is unknown, the error says |',
		'| --- | --- |',
		...Object.entries(UNKNOWN_OUTCOMES).map(([name, text]) => `| ${name} | ${text} |`),
	].join('\n');
}
