import { documentOf, resolve } from '../contract/documents';
import { successOf } from '../contract/example';
import { isJsonObject, objectAt } from '../contract/json';
import { findOperation, type Operation } from '../contract/operations';
import { type Pair, PAIRS, unexplained } from '../contract/vendor';
import { faultsIn } from '../contract/vendor/schemas';
import { managedPath } from '../emulator/clickstack/managed';
import type { Exchange } from './recorder';

const MEMBER = / member$/;
/** A chart's columns depend on the account. */
const CHART_ROW = /^\+ answer\.data\[\]\./;

function faultsOf(operation: Operation, body: unknown): string[] {
	const { api, responses } = operation;
	const success = Object.keys(responses).find((status) => status.startsWith('2')) ?? '';
	const content = objectAt(resolve(documentOf(api), responses[success]), 'content');
	const { schema } = objectAt(content, 'application/json');
	return schema === undefined ? [] : faultsIn(documentOf(api), schema, body, 'answer');
}

/** The contract describes ClickStack's envelope, so managed ClickStack's payload is put into that envelope first. */
function contractFaults(operation: Operation, body: unknown, isManaged: boolean): string[] {
	if (!isManaged) return faultsOf(operation, body);
	const data = isJsonObject(body) ? body['result'] : undefined;
	return faultsOf(operation, { data })
		.filter((fault) => fault.includes(' answer.data'))
		.map((fault) => fault.replace('answer.data', 'answer.result'));
}

/** A fault may contain an ID, a name, or another value of the account, so all values are masked. */
function withoutValues(fault: string): string {
	const [sign = '', path = '', word = '', ...value] = fault.split(' ');
	const shown = path.split('.').map((part) => (/^[A-Za-z_]+(?:\[\])*$/.test(part) ? part : '*'));
	const text = value.join(' ');
	const isOpen = word !== 'enum' || /^"[A-Za-z][A-Za-z_-]{0,40}"$/.test(text);
	return [sign, shown.join('.'), word, isOpen ? text : '*'].join(' ').trim();
}

/**
 * `+` marks keys that the contract and the vendor's document lack. `-` marks keys that the response lacks. Leaves out
 * explained differences.
 */
export function judgeResponse({ method, path, status, body }: Exchange): string[] {
	const managed = managedPath(path.split('?')[0] ?? '');
	const isOwn = path.startsWith('/api/v2');
	const pair: Pair =
		managed === undefined
			? PAIRS[isOwn ? 'ownClickStack' : 'clickhouseCloud']
			: PAIRS.managedClickStack;
	const ours = findOperation(pair.api, method, managed?.path ?? path)?.operation;
	const theirs = findOperation(pair.vendor, method, path)?.operation;
	if (ours === undefined) return [`no operation is ${method}`];
	const success = successOf(ours).status;
	const wrong =
		status === success ? [] : [`status ${String(status)} instead of ${String(success)}`];
	if (status >= 300 || body === undefined) return wrong;
	const contract = contractFaults(ours, body, managed !== undefined);
	const vendor = theirs === undefined ? undefined : faultsOf(theirs, body);
	const isNew = (fault: string) => !MEMBER.test(fault) || (vendor?.includes(fault) ?? true);
	const inVendor = (vendor ?? []).filter((one) => !MEMBER.test(one) && !contract.includes(one));
	const prefix = `${theirs?.operationId ?? ''} `;
	const others = unexplained(
		pair,
		inVendor.map((fault) => prefix + fault),
	);
	const faults = [...contract.filter(isNew), ...others.map((line) => line.slice(prefix.length))];
	const rows = ours.operationId === 'queryChartSeries' ? CHART_ROW : undefined;
	const known = faults.filter((fault) => rows?.test(fault) !== true);
	return [...wrong, ...new Set(known.map(withoutValues))];
}
