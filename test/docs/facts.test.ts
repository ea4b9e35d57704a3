import { operations as dashboardOperations } from '../../nodes/CloudDashboard/resources';
import { operations as managementOperations } from '../../nodes/CloudManagement/resources';
import type { OperationTable, WaitRule } from '../../nodes/engine/operation';
import { errorDetails } from '../../nodes/engine/errors/nodeErrors';
import { endOf, NO_CHECKS, pauseAfter } from '../../nodes/engine/wait/waitChecks';
import { objectAt } from '../../tools/contract/json';
import { MANAGEMENT } from '../../tools/engine/workflow';
import { exchangeOfNode } from '../../tools/docs/exchange';
import { documentsIn, readDocument } from '../../tools/docs/files';
import { exampleNames } from '../../tools/n8n/harness/workflows';

it('README.md counts the operations that only our contract checks', () => {
	const coverage = readDocument('docs/reference/coverage.md');
	const [, count] = /It lacks (\d+) operations of the nodes/.exec(coverage) ?? [];
	expect(readDocument('README.md')).toContain(`[${String(count)} newer operations]`);
});

it.each(documentsIn('docs/reference/pipe').filter((page) => /postgres|my|mongo|big/.test(page)))(
	"%s uses the panel's words for the ways to define tables",
	(page) => {
		const conditions = readDocument(page).match(/^- When \*\*Define Tables\*\* .*:$/gm);
		expect(conditions).toEqual([
			'- When **Define Tables** is _By Fields_:',
			'- When **Define Tables** is _As List_:',
		]);
	},
);

it('docs/reference/errors.md explains each message once', () => {
	const page = readDocument('docs/reference/errors.md');
	const [, table = ''] = /## Connection and response(.*)## Unknown outcomes/s.exec(page) ?? [];
	const messages = [...table.matchAll(/^\| (.+?) \|/gm)].flatMap(([, cell = '']) =>
		cell.split('<br>'),
	);
	expect(messages.length).toBeGreaterThan(30);
	expect(messages.filter((message, index) => messages.indexOf(message) < index)).toEqual([]);
});

/** Reads a benchmark case's milliseconds from each column. */
function measured(name: string): number[] {
	const page = readDocument('docs/development/performance.md');
	const row = page.split('\n').find((line) => line.startsWith(`| ${name} |`)) ?? '';
	const [, , ...cells] = row.split('|');
	return cells.map((cell) => Number(cell.replace(/\(.*/, '').replaceAll(',', '')));
}

it('docs/development/performance.md compares reads as measured', () => {
	const [table = ''] = readDocument('docs/development/performance.md').split(
		'<!-- end measurements',
	);
	const ratios = table
		.split('\n')
		.filter((line) => /^\| 10?,000 × Service → Get/.test(line))
		.map((line) => Math.round(Number(line.split('|')[4])));
	expect([Math.min(...ratios), Math.max(...ratios)]).toEqual([3, 6]);
	expect(readDocument('docs/development/performance.md')).toContain(
		'many items are three to six times as fast',
	);
});

it('docs/development/performance.md says how much slower changes can be', () => {
	const [own = 0, others = 0] = measured('100 × Dashboard → Update, one dashboard, 20 ms');
	expect((others / own).toFixed(1)).toBe('0.3');
	expect(readDocument('docs/development/performance.md')).toContain('a third of the time');
});

it('docs/development/performance.md divides the times by those of the floor', () => {
	const ratio = (name: string): string => {
		const [own = 0, , , floor = 0] = measured(name);
		return (own / floor).toFixed(1);
	};
	expect(readDocument('docs/development/performance.md')).toContain(
		`a single read takes ${ratio('1 × Service → Get')} times as long as the floor, and 1,000 reads take ${ratio('1,000 × Service → Get')} times as long. At 20 ms or over TLS, 1,000 reads take ${ratio('1,000 × Service → Get, 20 ms')} times as long.`,
	);
	expect(ratio('1,000 × Service → Get, TLS')).toBe(ratio('1,000 × Service → Get, 20 ms'));
});

it.each([
	{ file: 'README.md', text: (count: string) => `[${count} examples](examples/README.md)` },
	{ file: 'CHANGELOG.md', text: (count: string) => `- ${count} [example workflows]` },
])('$file counts the examples', ({ file, text }) => {
	expect(readDocument(file)).toContain(text(String(exampleNames().length)));
});

it('docs/reliability.md lists the operations that only read', () => {
	const tables: OperationTable[] = [managementOperations, dashboardOperations];
	const others = tables
		.flatMap((table) => Object.values(table))
		.flatMap((operations) => Object.entries(operations))
		.filter(([name, { kind }]) => kind !== 'change' && !/^(?:get|wait)/.test(name))
		.map(([name]) => name);
	const [, text = ''] = /are _reads_:\n(.*?)\n## /s.exec(readDocument('docs/reliability.md')) ?? [];
	const reads = text.replaceAll(' ', '').toLowerCase();
	expect(others.length).toBeGreaterThan(2);
	expect(others.filter((name) => !reads.includes(name.toLowerCase()))).toEqual([]);
});

it('docs/approvals.md lists every field of a dry run', async () => {
	const { items } = await exchangeOfNode(
		({ idleServiceId, postgresPipeId }) => ({
			type: MANAGEMENT,
			parameters: {
				...{
					resource: 'pipe',
					operation: 'stop',
					serviceId: idleServiceId,
					pipeId: postgresPipeId,
				},
				options: { dryRun: true, wakeService: true },
			},
		}),
		{ dialect: 'clickhouseCloud' },
	);
	const [, table = ''] = /^\| field (.*?)\n\n/ms.exec(readDocument('docs/approvals.md')) ?? [];
	const named = [...table.matchAll(/^\| (.+?) \|/gm)].flatMap(([, cell = '']) =>
		[...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name),
	);
	expect(named.sort()).toEqual(Object.keys(items[0] ?? {}).sort());
});

it('docs/errors.md shows the fields of a failed item', async () => {
	const pipeId = '0c8f6e21-5d47-4b9a-a3e0-7f2b1d9c8e54';
	const { items } = await exchangeOfNode(
		({ serviceId }) => ({
			type: MANAGEMENT,
			parameters: { resource: 'pipe', operation: 'get', serviceId, pipeId },
			onError: 'continueRegularOutput',
		}),
		{ dialect: 'clickhouseCloud' },
	);
	const [, shown = ''] = /```json\n(.*?)```/s.exec(readDocument('docs/errors.md')) ?? [];
	const { message, requestId, ...usual } = objectAt(items[0], 'error');
	expect(requestId).toBeDefined();
	const shownError = objectAt(JSON.parse(shown), 'error');
	expect({ ...shownError, message }).toEqual({ message, ...usual });
	expect(message).toContain(`can't find ${String(usual['target'])} (404)`);
});

describe('docs/waits.md', () => {
	const page = readDocument('docs/waits.md');

	it('states how often a wait checks', () => {
		const [shortest = 0, longest = 0] = [pauseAfter(1, Infinity, 0), pauseAfter(1000, Infinity, 1)];
		expect(page).toContain(
			`checks every ${String(shortest / 1000)} to ${String(longest / 1000)} seconds`,
		);
	});

	it.each(['docs/waits.md', 'docs/development/faults.md'])(
		'%s lists the statuses that end a wait',
		(file) => {
			const rule: WaitRule = {
				resource: 'pipe',
				valueKind: 'state',
				valuePath: 'state',
				waitFor: [],
				giveUpOn: [],
				stableFor: 1,
				waitForExistence: false,
				timeout: 1000,
				outputOnTimeout: false,
				labels: { timeout: 'Time Limit' },
			};
			const final = Array.from({ length: 200 }, (_, index) => 400 + index).filter((status) => {
				const details = errorDetails('refused', 'refused', '', '', 1);
				const error = { ...details, httpCode: String(status) };
				return endOf({ ...NO_CHECKS, failures: 1, error }, rule) !== undefined;
			});
			const last = final.splice(-1);
			expect(readDocument(file)).toContain(`${final.join(', ')}, or ${last.join()}`);
		},
	);
});
