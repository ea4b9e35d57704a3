import { dashboardApi, managedApi } from '../../../nodes/clickStack/api';
import { managementApi } from '../../../nodes/clickhouseCloud/api';
import type { GeneratedBlock } from '../generated';
import { table } from '../markdown';
import { requestTable } from './requests';

const DOCUMENT = 'docs/errors.md';
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

/** Returns the tables of docs/errors.md: the advice by status, and for a missing or unclear response. */
export function errorBlocks(): GeneratedBlock[] {
	return [
		{ file: DOCUMENT, name: 'statuses', content: statusTable() },
		{ file: DOCUMENT, name: 'requests', content: requestTable() },
	];
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
