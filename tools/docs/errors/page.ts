import { dashboardApi, managedApi } from '../../../nodes/clickStack/api';
import { managementApi } from '../../../nodes/clickhouseCloud/api';
import { pipeRecord } from '../../../nodes/clickhouseCloud/records';
import { failureDetails, RESEND } from '../../../nodes/engine/errors/nodeErrors';
import { responseKind } from '../../../nodes/engine/http/response';
import type { Api } from '../../../nodes/engine/operation';
import { unknownOutcomeTable } from '../faults';
import type { GeneratedDocument } from '../generated';
import { GENERATED } from '../generated';
import { table } from '../markdown';
import { requestTable } from './requests';

/** The page explains statuses, and messages about missing or unclear responses. */
export const ERROR_PAGE = 'docs/reference/errors.md';
/** The node waits after a 429, so its message is in the table of requests instead of the table of statuses. */
const THROTTLED = 429;
const OTHER_REDIRECT = 399;
const OTHER_STATUS = 499;
const OTHER_FAILURE = 599;
/** These files contain the tables' messages. */
export const IN_TABLES: readonly string[] = [
	'nodes/clickStack/api.ts',
	'nodes/clickStack/api.ts',
	'nodes/clickhouseCloud/api.ts',
	'nodes/engine/errors/nodeErrors.ts',
];

const UNKNOWN_OUTCOMES = [
	'## Unknown outcomes',
	'If nobody knows whether a change happened, the error says what may have happened, where to look, and what to do. After most updates, deletes, and commands, which [a retry](../reliability.md#when-n8n-retries-the-node) resends, it reads like this:',
	"> The pipe may have been deleted. Check the service's pipes. If it was deleted, you're done. If not, retry the execution.",
	"A retry doesn't resend most creates, so the error says how to send them anyway:",
	`> The pipe may have been created. Check the service's pipes. If the new pipe is there, you're done. If not, ${RESEND}.`,
	'These changes have a message or a rule of their own. In the table, _…_ stands for the sentence about resending, as above:',
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
		'Base URL is …. Did you mean api.clickhouse.cloud? If the host is right, choose its API Dialect.',
		"The host looks like ClickHouse Cloud's but isn't its API, such as the console or a typo, and API Dialect is Automatic. The key isn't sent",
	],
	[
		'Base URL is …. ClickStack in ClickHouse Cloud uses a ClickHouse Cloud Management API credential. Select one in the node instead.',
		"A ClickStack credential has one of ClickHouse Cloud's addresses. The key isn't sent",
	],
	[
		"The key belongs to no organization, or to several. Enter the Organization ID in the credential, one of …\nThe API's list of organizations can't be read. Enter the Organization ID in the credential, or try again.",
		'The credential has no Organization ID, and the key has no single organization',
	],
	[
		'The credential has no Organization ID, so the node looks it up with the key. To skip the lookup, enter the ID in the credential.',
		"Reading the key's organization failed. If this is a bug in the node, n8n's log calls it _the read of the key's organization_",
	],
	[
		"The change may have been made. Check what the request would change. If the change is there, you're done. If not, start a new execution for this item. …\nThe change may have been made. … If not, retry the execution.",
		"The outcome of a change is unknown, and the operation has no advice of its own. An operation that's harmless to repeat has the second ending",
	],
	[
		'… and 3 more issues. All issues: …',
		"The API's reason is long. The message quotes its start, and the description quotes all of it",
	],
	[
		'Give the key a role that has the permission, or use a different key.',
		"The key lacks a permission that the node doesn't know",
	],
	[
		'The service is idle or stopped (206)\nThe query failed after 2 rows\nThe response breaks off in row 3',
		'Query Endpoint → Run outputs no rows unless it gets all of them',
	],
	['Item 3: …', "One of several items failed. Items count from 1, as in n8n's tables"],
	['Target: …', 'The description names the record that the failed request read or changed'],
];

export async function errorPage(): Promise<GeneratedDocument> {
	return {
		file: ERROR_PAGE,
		content: [
			GENERATED,
			'# Errors by status and message',
			'Find a message by its status, or search this page for its first words. _The record_ stands for the record that the message names, such as a pipe. Some operations give more specific advice. [Errors](../errors.md) explains outcomes and reasons.',
			'## By status',
			statusTable(),
			'## Connection and response',
			'The same problem can be harmless after a read and serious after a change. _Unknown_ means that the change may have gone through. The error then says [where to look](#unknown-outcomes).',
			requestTable(),
			...UNKNOWN_OUTCOMES,
			await unknownOutcomeTable(),
			'## Other messages',
			table(['Message', 'When'], OTHER_MESSAGES),
		].join('\n\n'),
	};
}

/** The APIs by name, with a permission for the table's example: a read of a record. */
const APIS: ReadonlyArray<readonly [name: string, api: Api, permission?: string]> = [
	['ClickHouse Cloud', managementApi, pipeRecord.permissions.change],
	['your own ClickStack', dashboardApi],
	['ClickStack in ClickHouse Cloud', managedApi],
];

function textsOf(api: Api, status: number, permission: string | undefined): [string, string] {
	const response = { status, headers: {}, text: '', json: { [api.errorKey]: '' } };
	const kind = responseKind(response, { method: 'GET' }) === 'rejected' ? 'rejected' : 'unclear';
	const { message } = failureDetails(
		{ kind, response, attempts: 1, maybeSent: false },
		{
			api,
			operation: { texts: { permission } },
			request: { method: 'GET' },
			baseUrl: '',
			target: 'the record',
			redact: (text) => text,
		},
	);
	// The row already shows the status.
	return [message.replace(` (${String(status)})`, ''), api.adviceFor(status, permission)];
}

/** A row for each message or advice that the APIs have for a status. */
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

/** Statuses with the same row are listed together. */
function statusTable(): string {
	const others = [OTHER_STATUS, OTHER_FAILURE].map((status) => rowsOf(status).join());
	const own = Array.from({ length: 200 }, (_, index) => 400 + index).filter(
		(status) => status !== THROTTLED && !others.includes(rowsOf(status).join()),
	);
	const statuses = new Map<string, string[]>();
	const rows = [
		...own.map((status) => [String(status), status] as const),
		['3xx', OTHER_REDIRECT] as const,
		['other 4xx', OTHER_STATUS] as const,
		['other 5xx', OTHER_FAILURE] as const,
	].flatMap(([name, status]) =>
		rowsOf(status).map((row) => {
			const key = row.join();
			statuses.set(key, [...(statuses.get(key) ?? []), name]);
			return [key, row] as const;
		}),
	);
	return table(
		['Status', 'API', 'Message', 'Advice'],
		[...new Map(rows)].map(([key, row]) => [statuses.get(key)?.join(', ') ?? '', ...row]),
	);
}
