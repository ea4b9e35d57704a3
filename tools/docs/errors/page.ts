import { dashboardApi, managedApi } from '../../../nodes/clickStack/api';
import { managementApi } from '../../../nodes/clickhouseCloud/api';
import { pipeRecord } from '../../../nodes/clickhouseCloud/records';
import { failureDetails } from '../../../nodes/engine/errors/nodeErrors';
import { responseKind } from '../../../nodes/engine/http/response';
import type { Api } from '../../../nodes/engine/operation';
import type { GeneratedDocument } from '../generated';
import { GENERATED } from '../generated';
import { table } from '../markdown';
import { requestTable } from './requests';

/** Explains statuses, and messages about missing or unclear responses. */
export const ERROR_PAGE = 'docs/reference/errors.md';
/** Listed with the requests, because the node waits and so has another message. */
const THROTTLED = 429;
const OTHER_REDIRECT = 399;
const OTHER_STATUS = 499;
const OTHER_FAILURE = 599;
/** Source files of the tables' messages, by status and about requests without a clear response. */
export const IN_TABLES: readonly string[] = [
	'nodes/clickStack/api.ts',
	'nodes/clickStack/api.ts',
	'nodes/clickhouseCloud/api.ts',
	'nodes/engine/errors/nodeErrors.ts',
];

const OTHER_MESSAGES: ReadonlyArray<readonly string[]> = [
	[
		'Not Found',
		"ClickStack returns only this if a record doesn't exist or belongs to another team",
	],
	[
		'The key lacks the permission to …',
		"The key's roles don't include the permission. The description names it as in the console, such as control-plane:service:view",
	],
	[
		"The key belongs to no organization, or to several. Enter the Organization ID in the credential, one of …\nThe API's list of organizations can't be read. Enter the Organization ID in the credential, or run the node again.",
		'The credential has no Organization ID, and the key has no single organization',
	],
	[
		'The credential has no Organization ID, so the node looks it up with the key. To skip the lookup, enter the ID in the credential.',
		"The read of the organization failed. A bug there is called “the read of the key's organization”",
	],
	[
		"The change may have been made. Check what the request would change. If the change is there, you're done. If not, run the node again.",
		'The outcome of a change is unknown, and the operation has no advice of its own',
	],
	[
		'… and 3 more issues. All issues: …',
		"The API's reason is long. The message quotes its start, and the description quotes all of it",
	],
	[
		'Give the key a role that has the permission, or use another key.',
		"The key lacks a permission that the node doesn't know",
	],
	['Item 3: …', "One of several items failed. Items count from 1, as in n8n's tables"],
	['Target: …', 'The description names the record that the failed request read or changed'],
];

export function errorPage(): GeneratedDocument {
	return {
		file: ERROR_PAGE,
		content: [
			GENERATED,
			'# Errors by status and message',
			'Find a message by its status or its first words. “The record” stands for the record that the message names, such as a pipe. Some operations give more specific advice. [Errors](../errors.md) explains outcomes and reasons.',
			'## By status',
			statusTable(),
			'## Connection and response',
			'The same problem has another result after a change. _Unknown_ means that nobody knows whether the change happened, and the error says [how to find out](../errors.md#outcomes).',
			requestTable(),
			'## Other messages',
			table(['Message', 'When'], OTHER_MESSAGES),
		].join('\n\n'),
	};
}

/** Reads of a record, with the permission to change pipes as an example. */
const APIS: ReadonlyArray<readonly [name: string, api: Api, permission?: string]> = [
	['ClickHouse Cloud', managementApi, pipeRecord.permissions.change],
	['your own ClickStack', dashboardApi],
	['ClickStack in ClickHouse Cloud', managedApi],
];

/** The message and advice for a status. */
function textsOf(api: Api, status: number, permission: string | undefined): [string, string] {
	const response = { status, headers: {}, text: '', json: { [api.errorKey]: '' } };
	const kind = responseKind(response, { method: 'GET' }) === 'rejected' ? 'rejected' : 'unclear';
	const { message } = failureDetails(
		{ kind, response, attempts: 1, maybeSent: false },
		{
			api,
			operation: { texts: { permission } },
			request: { method: 'GET' },
			target: 'the record',
			redact: (text) => text,
		},
	);
	// The row already shows the status.
	return [message.replace(` (${String(status)})`, ''), api.adviceFor(status, permission)];
}

/** A row for each message or advice that a status has in the APIs. */
function rowsOf(status: number): string[][] {
	const names = new Map<string, string[]>();
	const texts = APIS.map(([name, api, permission]) => {
		const cells = textsOf(api, status, permission);
		names.set(cells.join(), [...(names.get(cells.join()) ?? []), name]);
		return [cells.join(), cells] as const;
	});
	return [...new Map(texts)].map(([key, cells]) => {
		const having = names.get(key) ?? [];
		return [having.length === APIS.length ? 'all' : having.join(', '), ...cells];
	});
}

/** Statuses with the same rows share them. */
function statusTable(): string {
	const others = [OTHER_STATUS, OTHER_FAILURE].map((status) => rowsOf(status).join());
	const own = Array.from({ length: 200 }, (_, index) => 400 + index).filter(
		(status) => status !== THROTTLED && !others.includes(rowsOf(status).join()),
	);
	const groups = new Map<string, { statuses: string[]; rows: string[][] }>();
	for (const [name, status] of [
		...own.map((status) => [String(status), status] as const),
		['3xx', OTHER_REDIRECT] as const,
		['other 4xx', OTHER_STATUS] as const,
		['other 5xx', OTHER_FAILURE] as const,
	]) {
		const rows = rowsOf(status);
		const { statuses } = groups.get(rows.join()) ?? { statuses: [] };
		groups.set(rows.join(), { statuses: [...statuses, name], rows });
	}
	return table(
		['Status', 'API', 'Message', 'Advice'],
		[...groups.values()].flatMap(({ statuses, rows }) =>
			rows.map((row) => [statuses.join(', '), ...row]),
		),
	);
}
