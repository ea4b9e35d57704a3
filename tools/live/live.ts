import { Reads } from './reads';
import { type Accounts, type Result, Session } from './session';
import { Writes } from './writes';

interface LiveOptions {
	/** Turns on the writes, which create, change, and delete records of the account. */
	writes?: boolean;
	/** Ends the check after the running operation. Created records are still deleted. */
	isStopped?: () => boolean;
}

/** Runs every read on the accounts' records and reports each operation. */
export async function liveCheck(
	accounts: Accounts,
	{ writes = false, isStopped = () => false }: LiveOptions = {},
): Promise<Result[]> {
	const session = await Session.open(accounts);
	const reads = new Reads(session, isStopped);
	try {
		await reads.run();
		if (!writes) return reads.results;
		const changes = new Writes(session, (...of) => reads.idsFor(...of), isStopped);
		await changes.sweep();
		try {
			await changes.run();
		} finally {
			await changes.sweep();
		}
		return [...reads.results, ...changes.results];
	} finally {
		await session.close();
	}
}

const COUNTED = ['ok', 'drift', 'failed', 'skipped'] as const;

interface ReportOptions {
	version: string;
	day: string;
	/** Set if operations are missing because the check was stopped. */
	isStopped?: boolean;
}

/** The report names operations and keys, but nothing of the account. */
export function reportOf(
	results: readonly Result[],
	{ version, day, isStopped = false }: ReportOptions,
): string {
	const counts = COUNTED.map((outcome) => {
		const count = results.filter((result) => result.outcome === outcome).length;
		return `${String(count)} ${outcome}`;
	});
	const sections = COUNTED.filter((outcome) => outcome !== 'ok').flatMap((outcome) => {
		const listed = results.filter((result) => result.outcome === outcome);
		const rows = listed.map(({ name, lines }) => `- **${name}**: ${lines.map(code).join(', ')}`);
		return rows.length === 0 ? [] : [`### ${outcome}`, rows.join('\n')];
	});
	return [
		'## Live check',
		`n8n-nodes-cloud-management ${version}, Node.js ${process.version}, ${day}: ${counts.join(', ')}.`,
		...(isStopped ? ['**Stopped early.** The other operations did not run.'] : []),
		'In a line, `+` is what the API has and its documents lack, `-` what it lacks.',
		...sections,
		'### ok',
		results
			.filter(({ outcome }) => outcome === 'ok')
			.map(({ name }) => name)
			.join(', '),
	].join('\n\n');
}

function code(text: string): string {
	return `\`${text}\``;
}
