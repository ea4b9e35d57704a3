import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { createCertificate } from '../emulator/certificate';
import { Opened } from '../n8n/harness/opened';
import { progress } from '../n8n/harness/progress';
import type { Stage } from '../n8n/harness/stage';
import { callOf } from './calls';
import { type Case, type Client, CLIENTS, type Grid, type MemoryCase } from './grid';
import { Session } from './inN8n/session';
import { benchWorkflow } from './inN8n/workflows';
import { addresses, type Addresses, counts, type Counts } from './server/counts';
import { caseName, CLIENT_NAMES, numberText } from './report/names';
import type { BenchResults, CaseResult, MemoryResult } from './results';
import { type Share, shareOf } from './share';
import { spreadOf } from './statistics';
import { Worker } from './worker';

/** One run of one case by one client. */
interface Sample extends Counts {
	ms: number;
}

const BYTES_PER_MB = 1_000_000;

/** Everything that the measurements need. */
class Bench {
	private readonly samples = new Map<Case, Map<Client, Sample[]>>();
	private readonly workflows = new Map<string, string>();

	constructor(
		private readonly stage: Stage,
		private readonly certificate: string,
		private readonly server: Worker,
		readonly addresses: Addresses,
	) {}

	/** Measures all cases in rounds: in each, every client does every case, a different one starts each time. */
	async cases({ cases, rounds }: Grid, session: Session): Promise<CaseResult[]> {
		for (const one of cases.filter(({ items }) => items <= 100)) await this.round(one, session, 0);
		this.samples.clear();
		for (let round = 0; round < rounds; round += 1) {
			progress(`Round ${String(round + 1)} of ${String(rounds)}`);
			for (const one of cases) await this.round(one, session, round);
		}
		return cases.map((one) => ({ case: one, measured: this.measured(one) }));
	}

	/** Measures memory, each run in its own n8n: memory that a run frees does not leave its process. */
	async memory({ memory, memoryRounds }: Grid): Promise<[MemoryResult[], number[]]> {
		const results: MemoryResult[] = [];
		const starts: number[] = [];
		for (const one of memory) {
			const seen = { package: [], httpRequest: [] };
			for (let round = 0; round < memoryRounds; round += 1) {
				for (const client of CLIENTS) starts.push(await this.memoryRun(one, client, seen));
			}
			results.push({ case: one, measured: spreads(seen) });
		}
		return [results, starts];
	}

	private async round(one: Case, session: Session, round: number): Promise<void> {
		const shift = round % one.clients.length;
		const clients = [...one.clients.slice(shift), ...one.clients.slice(0, shift)];
		const byClient = this.samples.get(one) ?? new Map<Client, Sample[]>();
		this.samples.set(one, byClient);
		for (const client of clients) {
			const sample = await this.sample(one, client, session);
			byClient.set(client, [...(byClient.get(client) ?? []), sample]);
		}
		const times = one.clients.map(
			(client) => `${CLIENT_NAMES[client]} ${numberText(byClient.get(client)?.at(-1)?.ms ?? 0, 1)}`,
		);
		progress(`  ${caseName(one)}, ms: ${times.join(', ')}`);
	}

	private async sample(one: Case, client: Client, session: Session): Promise<Sample> {
		await this.server.ask({ kind: 'begin', latencyMs: one.latencyMs }, counts);
		const ms = await this.runInN8n(one, client, session);
		const seen = await this.counts();
		const expected = expectedRequests(one);
		if (seen.requests !== expected || seen.refused > 0) {
			const found = `${String(seen.requests)} requests, ${String(seen.refused)} refused`;
			throw new Error(
				`${one.call} by ${client}: ${found}, where ${String(expected)} were expected`,
			);
		}
		return { ...seen, ms };
	}

	private async runInN8n(one: Case, client: Client, session: Session): Promise<number> {
		const times = await session.timesOf(await this.execution(one, client, session));
		return times.reduce((sum, time) => sum + time, 0) / one.copies;
	}

	private async execution(one: Case, client: Client, session: Session): Promise<string> {
		const key = JSON.stringify([one.call, one.items, one.tls, one.dryRun, client, session.startMs]);
		const workflow = benchWorkflow(one, client, this.baseUrl(one));
		const id = this.workflows.get(key) ?? (await session.add(workflow));
		this.workflows.set(key, id);
		const expected = expectedRequests(one);
		return await session.run(id, async () => (await this.counts()).requests >= expected);
	}

	private async memoryRun(
		one: MemoryCase,
		client: Client,
		seen: Record<Client, Array<{ before: number; peak: number }>>,
	): Promise<number> {
		progress(`Memory of ${String(one.items)} × ${callOf(one.call).title} by ${client}`);
		const session = await Session.start(this.stage, this.certificate);
		try {
			const common = { ...one, latencyMs: 0, tls: false, clients: [client], copies: 1 };
			// What is only loaded once is not counted.
			await this.started({ ...common, items: 1 }, client, session);
			const { now: before } = session.memory();
			await this.started(common, client, session);
			const { peak } = session.memory();
			progress(
				`  peak ${numberText(peak / BYTES_PER_MB)} MB, before ${numberText(before / BYTES_PER_MB)} MB`,
			);
			seen[client].push({ before, peak });
			return session.startMs;
		} finally {
			await session.stop();
		}
	}

	private async started(one: Case, client: Client, session: Session): Promise<void> {
		await this.server.ask({ kind: 'begin', latencyMs: 0 }, counts);
		await this.execution(one, client, session);
	}

	private async counts(): Promise<Counts> {
		return await this.server.ask({ kind: 'counts' }, counts);
	}

	private baseUrl({ tls }: Pick<Case, 'tls'>): string {
		return tls ? this.addresses.tls : this.addresses.plain;
	}

	private measured(one: Case): CaseResult['measured'] {
		const byClient = this.samples.get(one) ?? new Map<Client, Sample[]>();
		return Object.fromEntries(
			[...byClient].map(([client, samples]) => {
				const most = (name: 'requests' | 'connections' | 'mostInFlight'): number =>
					Math.max(...samples.map((sample) => sample[name]));
				return [
					client,
					{
						ms: spreadOf(samples.map(({ ms }) => ms)),
						requests: most('requests'),
						connections: most('connections'),
						mostInFlight: most('mostInFlight'),
					},
				];
			}),
		);
	}
}

function expectedRequests({ items, copies, dryRun }: Case): number {
	return dryRun ? 0 : items * copies;
}

function spreads(
	seen: Record<Client, Array<{ before: number; peak: number }>>,
): MemoryResult['measured'] {
	const spread = (client: Client) => ({
		before: spreadOf(seen[client].map(({ before }) => before)),
		peak: spreadOf(seen[client].map(({ peak }) => peak)),
	});
	return { package: spread('package'), httpRequest: spread('httpRequest') };
}

/** Measures a grid in a real n8n. */
export async function runBench(stage: Stage, grid: Grid): Promise<BenchResults> {
	const opened = new Opened();
	try {
		const identity = createCertificate();
		const folder = mkdtempSync(path.join(tmpdir(), 'cloud-management-bench-'));
		opened.add(() => {
			rmSync(folder, { recursive: true, force: true });
		});
		const certificate = path.join(folder, 'certificate.pem');
		writeFileSync(certificate, identity.cert);
		const env = { BENCH_CERT: identity.cert, BENCH_KEY: identity.key };
		const { nodeFolder } = stage.n8n;
		const [server, at] = await Worker.start(nodeFolder, 'server/main.ts', env, addresses);
		opened.add(() => {
			server.stop();
		});
		const bench = new Bench(stage, certificate, server, at);
		return await measureAll(bench, stage, certificate, grid);
	} finally {
		await opened.close();
	}
}

async function measureAll(
	bench: Bench,
	stage: Stage,
	certificate: string,
	grid: Grid,
): Promise<BenchResults> {
	const session = await Session.start(stage, certificate);
	let cases: CaseResult[];
	let share: Share;
	try {
		await session.bringInCredentials(bench.addresses);
		share = await shareOf(stage, await session.nodeTypes(), grid.rounds);
		cases = await bench.cases(grid, session);
	} finally {
		await session.stop();
	}
	const [memory, starts] = await bench.memory(grid);
	return { cases, memory, share, startMs: spreadOf([session.startMs, ...starts]) };
}
