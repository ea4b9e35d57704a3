import { readdirSync } from 'node:fs';
import path from 'node:path';

import { dashboardApi } from '../../../nodes/CloudDashboard/api/dashboardApi';
import { managedApi } from '../../../nodes/CloudDashboard/api/managedApi';
import { managementApi } from '../../../nodes/CloudManagement/api/managementApi';
import type { GeneratedBlock } from '../generated';
import { ROOT } from '../files';
import { plain, table } from '../markdown';
import type { SourceMessage } from './messages';
import { FILLED_IN, messagesIn } from './messages';
import { REQUEST_FILES, requestTable } from './requests';

const DOCUMENT = 'docs/errors.md';
const OTHER_REDIRECT = 399;
const OTHER_STATUS = 499;
const OTHER_FAILURE = 599;
/** What each part of the source is about, the most specific first. */
const SUBJECTS: ReadonlyArray<readonly [string, string]> = [
	['nodes/CloudManagementTrigger/', 'Triggers'],
	['nodes/core/watch/', 'Triggers'],
	['nodes/CloudDashboard/methods/credentialTest/', 'Credentials'],
	['nodes/CloudManagement/methods/credentialTest/', 'Credentials'],
	['nodes/core/credentials/', 'Credentials'],
	['credentials/', 'Credentials'],
	['nodes/CloudDashboard/', 'Dashboards'],
	['nodes/CloudManagement/actions/activity/', 'Activities'],
	['nodes/CloudManagement/actions/pipe/', 'Pipes'],
	['nodes/CloudManagement/', 'Other operations of Cloud Management'],
	['nodes/core/apiRequest/', 'API Request'],
	['nodes/core/wait/', 'Waits'],
	['nodes/core/http/', 'The execution as a whole'],
	['nodes/core/errors/', 'The execution as a whole'],
	['nodes/core/parameters/', 'Fields and JSON'],
	['nodes/core/validation/sentences/apiRequest', 'API Request'],
	['nodes/core/validation/sentences/dashboards', 'Dashboards'],
	['nodes/core/validation/sentences/pipes', 'Pipes'],
	['nodes/core/validation/', 'Fields and JSON'],
	['nodes/core/json', 'Fields and JSON'],
	['nodes/core/', 'The execution as a whole'],
];
/** Messages that have tables of their own: by status, and about a request that got no clear response. */
export const IN_OTHER_TABLES: readonly string[] = [
	'nodes/CloudDashboard/api/dashboardApi.ts',
	'nodes/CloudDashboard/api/managedApi.ts',
	'nodes/CloudManagement/api/managementApi.ts',
	...REQUEST_FILES,
];

/**
 * Returns the tables of docs/errors.md: what to do by status, and every other message by its subject.
 * `descriptions` are the texts of the panels, which are not messages.
 */
export function errorBlocks(descriptions: readonly string[]): GeneratedBlock[] {
	return [
		{ file: DOCUMENT, name: 'statuses', content: statusTable() },
		{ file: DOCUMENT, name: 'requests', content: requestTable() },
		{ file: DOCUMENT, name: 'messages', content: messageTables(descriptions) },
	];
}

function statusTable(): string {
	const apis = [managementApi, dashboardApi, managedApi];
	const adviceOf = (status: number): string[] => apis.map((api) => api.adviceFor(status));
	const others = [OTHER_STATUS, OTHER_FAILURE].map((status) => adviceOf(status).join());
	const own = Array.from({ length: 200 }, (_, index) => 400 + index).filter(
		(status) => !others.includes(adviceOf(status).join()),
	);
	return table(
		[
			'Status',
			'Cloud Management',
			'Cloud Dashboard, Access Token',
			'Cloud Dashboard, Cloud API Key',
		],
		[
			...own.map((status) => [String(status), ...adviceOf(status)]),
			['300 to 399', ...adviceOf(OTHER_REDIRECT)],
			['any other from 400 to 499', ...adviceOf(OTHER_STATUS)],
			['any other from 500', ...adviceOf(OTHER_FAILURE)],
		],
	);
}

function messageTables(descriptions: readonly string[]): string {
	const messages = sourceFiles()
		.filter((file) => !IN_OTHER_TABLES.includes(file))
		.flatMap(messagesIn)
		.filter(({ cause }) => !descriptions.some((text) => beginsWith(text, cause)));
	const subjects = [...new Set(messages.map(subjectOf))].sort();
	return subjects
		.map((subject) => {
			const own = messages.filter((message) => subjectOf(message) === subject);
			return `### ${subject}\n\n${messageTable(own)}`;
		})
		.join('\n\n');
}

function messageTable(messages: readonly SourceMessage[]): string {
	const rows = messages.map(({ cause, cure }) => [plain(cause), plain(cure)]);
	const unique = new Map(rows.map((row) => [row.join('\n'), row]));
	const sorted = [...unique.values()].sort(([one = ''], [other = '']) => one.localeCompare(other));
	return table(['Message', 'What to do'], sorted);
}

/** Whether text begins with a message, whatever is filled in. */
function beginsWith(text: string, message: string): boolean {
	const parts = message.split(FILLED_IN).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
	return new RegExp(`^${parts.join('.*')}`, 's').test(text);
}

function subjectOf({ file }: SourceMessage): string {
	const found = SUBJECTS.find(([folder]) => file.startsWith(folder));
	if (found === undefined) throw new Error(`${file} belongs to no subject of ${DOCUMENT}`);
	return found[1];
}

/** Returns the source files whose texts users read. */
export function sourceFiles(): string[] {
	return ['credentials', 'nodes'].flatMap((folder) =>
		readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
			.filter((name) => name.endsWith('.ts'))
			.map((name) => path.join(folder, name))
			.sort(),
	);
}
