import { dashboardApi, managedApi } from '../../../nodes/clickStack/api';
import { managementApi } from '../../../nodes/clickhouseCloud/api';
import type { GeneratedDocument } from '../generated';
import { GENERATED } from '../generated';
import { table } from '../markdown';
import { requestTable } from './requests';

/** What each status means, and each message about a missing or unclear response. */
export const ERROR_PAGE = 'docs/reference/errors.md';
const OTHER_REDIRECT = 399;
const OTHER_STATUS = 499;
const OTHER_FAILURE = 599;
/** The source files of the tables' messages: by status, and about a request without a clear response. */
export const IN_TABLES: readonly string[] = [
	'nodes/clickStack/api.ts',
	'nodes/clickStack/api.ts',
	'nodes/clickhouseCloud/api.ts',
	'nodes/engine/errors/nodeErrors.ts',
];

const OTHER_MESSAGES: ReadonlyArray<readonly string[]> = [
	['Not Found', "ClickStack's whole answer if a record doesn't exist, or belongs to another team"],
	[
		'ClickHouse Cloud calls it …',
		'The key lacks a permission, and the message says its name in the console',
	],
	[
		"The key belongs to no organization, or to several. Enter the Organization ID in the credential, one of …\nThe API's list of organizations can't be read. Enter the Organization ID in the credential, or run the node again.",
		'The credential has no Organization ID, and the key has no single organization',
	],
	[
		'The credential has no Organization ID, so the node asks the API for the organization of the key. Or enter it in the credential.',
		"The read of the organization failed. A bug there is called “the read of the key's organization”",
	],
	[
		'The change may have been made. Check the result in the console before you send it again.',
		'The outcome of a change is unknown, and the operation has no advice of its own',
	],
	[
		'… and 3 more issues. All issues: …',
		"The API's reason is long. The message quotes its start, the description all of it",
	],
	[
		"The answer isn't in the API's own form: the Base URL of the credential is probably wrong, or the API has no such path.",
		'Something before the API refused the request, such as a proxy',
	],
	['The request was for …', 'The record that the failed request read or changed'],
];

export function errorPage(): GeneratedDocument {
	return {
		file: ERROR_PAGE,
		content: [
			GENERATED,
			'# Errors by status and message',
			'The advice in an error, if the operation has none of its own. [Errors](../errors.md) explains outcomes and reasons.',
			'## By status',
			statusTable(),
			'## Connection and response',
			requestTable(),
			'## Other messages',
			table(['Message', 'When'], OTHER_MESSAGES),
		].join('\n\n'),
	};
}

function statusTable(): string {
	const apis = [managementApi, dashboardApi, managedApi];
	const adviceOf = (status: number): string[] => apis.map((api) => api.adviceFor(status));
	const others = [OTHER_STATUS, OTHER_FAILURE].map((status) => adviceOf(status).join());
	const own = Array.from({ length: 200 }, (_, index) => 400 + index).filter(
		(status) => !others.includes(adviceOf(status).join()),
	);
	const row = (name: string, status: number): string[] => {
		const [first = '', ...rest] = adviceOf(status);
		return [name, first, ...rest.map((advice) => (advice === first ? 'the same' : advice))];
	};
	return table(
		[
			'Status',
			'ClickHouse Cloud Management',
			'ClickStack Dashboard, own ClickStack',
			'ClickStack Dashboard, ClickStack in ClickHouse Cloud',
		],
		[
			...own.map((status) => row(String(status), status)),
			row('3xx', OTHER_REDIRECT),
			row('other 4xx', OTHER_STATUS),
			row('other 5xx', OTHER_FAILURE),
		],
	);
}
