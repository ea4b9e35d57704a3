import { readdirSync } from 'node:fs';
import path from 'node:path';

import { dashboardApi } from '../../../nodes/CloudDashboard/api/dashboardApi';
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
/** What each part of the source is about, the more special first. */
const SUBJECTS: ReadonlyArray<readonly [string, string]> = [
	['nodes/CloudManagementTrigger/', 'Trigger'],
	['nodes/CloudDashboard/methods/credentialTest/', 'Credentials'],
	['nodes/CloudManagement/methods/credentialTest/', 'Credentials'],
	['nodes/core/credentials/', 'Credentials'],
	['credentials/', 'Credentials'],
	['nodes/CloudDashboard/', 'Dashboards'],
	['nodes/CloudManagement/actions/activity/', 'Activities'],
	['nodes/CloudManagement/actions/pipe/', 'Pipes'],
	['nodes/CloudManagement/api/pipe/', 'Pipes'],
	['nodes/CloudManagement/actions/shared/wait', 'Waits'],
	['nodes/CloudManagement/', 'Other operations of Cloud Management'],
	['nodes/core/apiRequest/', 'API Request'],
	['nodes/core/wait', 'Waits'],
	['nodes/core/http/', 'The execution as a whole'],
	['nodes/core/errors/', 'The execution as a whole'],
	['nodes/core/parameters/', 'Fields and JSON'],
	['nodes/core/validation/', 'Fields and JSON'],
	['nodes/core/json', 'Fields and JSON'],
	['nodes/core/', 'The execution as a whole'],
];
/** Texts that have tables of their own: by status, and about a request that got no clear response. */
export const IN_OTHER_TABLES: readonly string[] = [
	'nodes/CloudDashboard/api/dashboardApi.ts',
	'nodes/CloudManagement/api/managementApi.ts',
	...REQUEST_FILES,
];

/** What to do about messages that do not say it themselves. */
const CURES: ReadonlyArray<readonly [RegExp, string]> = [
	[/^(?:must|needs|is neither) /, 'Correct the value.'],
	[/^"…" …; sent as it is\.$/, 'A hint: add what is missing, if the API refuses it.'],
	[/sent as (?:it is|they are)\.$/, 'A hint: correct the name if it is mistyped.'],
	[/: the API decides\.$/, 'A hint: add it to the JSON if the API refuses the pipe.'],
	[/ has 'config', so /, 'A hint: remove config from the additional members to send them.'],
	[/: no region is sent\.$/, 'A hint: choose a region, or add it under another name.'],
	[/ takes precedence\.$/, 'A hint: enter the value in the field.'],
	[/ CREATE TABLE statement: /, 'Correct the value.'],
	[/ was accepted; /, 'A hint: the API may not have finished. Look at the state later.'],
	[/the node waited/, 'A hint: nothing is lost.'],
	[/ not shown\.$/, 'The end of a list: correct what it shows, and look at the others then.'],
	[/^… of … not sent\.$/, 'A hint: turn Dry Run off to send them.'],
	[
		/ did not become /,
		'It may still get there: raise Wait Limit (Seconds), or look at the resource.',
	],
	[/^The response has no "/, 'Check the Base URL of the credential.'],
	[/^The wait ended after /, 'Part of an error: what its last check said stands before it.'],
	[/ before this one /, 'Part of an error: what became of the other items.'],
	[/may contain a secret/, 'Part of an error: the status and the advice are shown all the same.'],
	[
		/ cannot be read\.$|^The (?:API|service) (?:did not respond within|limits the rate of requests\.)/,
		'Choose By ID and type the ID, or try again later.',
	],
	[
		/approved plan|approved ones|^Item … is invalid|^Nothing more was sent/,
		'Do a dry run and have the new plan approved.',
	],
	[/^(?:Use plan\.hash|Enter one plan)/, 'Part of an error: how to set Approved Plan.'],
	[
		/could not finish/,
		"Look at the results in the console before you run the node again, and report this defect of the node with its entry in n8n's log.",
	],
];

/**
 * Returns the tables of docs/errors.md: what to do by status, and every message where its text stands.
 * `descriptions` are the texts of the panels, which are no messages.
 */
export function errorBlocks(descriptions: readonly string[]): GeneratedBlock[] {
	return [
		{ file: DOCUMENT, name: 'statuses', content: statusTable() },
		{ file: DOCUMENT, name: 'requests', content: requestTable() },
		{ file: DOCUMENT, name: 'messages', content: messageTables(descriptions) },
	];
}

function statusTable(): string {
	const apis = [managementApi, dashboardApi];
	const adviceOf = (status: number): string[] => apis.map((api) => api.adviceFor(status));
	const others = [OTHER_STATUS, OTHER_FAILURE].map((status) => adviceOf(status).join());
	const own = Array.from({ length: 200 }, (_, index) => 400 + index).filter(
		(status) => !others.includes(adviceOf(status).join()),
	);
	return table(
		['Status', 'Cloud Management', 'Cloud Dashboard'],
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
	const rows = messages.map(({ file, cause, cure }) => [
		plain(cause),
		plain(/\p{L}/u.test(cure) ? cure : cureOf(cause) || cure),
		`[${path.basename(file, '.ts')}](../${file})`,
	]);
	const unique = new Map(rows.map((row) => [row.slice(0, 2).join('\n'), row]));
	const sorted = [...unique.values()].sort(([one = ''], [other = '']) => one.localeCompare(other));
	return table(['Message', 'What to do', 'Text'], sorted);
}

function cureOf(cause: string): string {
	return CURES.find(([pattern]) => pattern.test(cause))?.[1] ?? '';
}

/** Whether a text begins with a message, whatever is filled in. */
function beginsWith(text: string, message: string): boolean {
	const parts = message.split(FILLED_IN).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
	return new RegExp(`^${parts.join('.*')}`, 's').test(text);
}

function subjectOf({ file }: SourceMessage): string {
	const found = SUBJECTS.find(([folder]) => file.startsWith(folder));
	if (found === undefined) throw new Error(`${file} belongs to no subject of ${DOCUMENT}`);
	return found[1];
}

function sourceFiles(): string[] {
	return ['credentials', 'nodes'].flatMap((folder) =>
		readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
			.filter((name) => name.endsWith('.ts'))
			.map((name) => path.join(folder, name))
			.sort(),
	);
}
