import { writeFileSync } from 'node:fs';
import path from 'node:path';

import { createCertificate } from '../emulator/certificate';
import { Opened } from '../n8n/harness/opened';
import { progress } from '../n8n/harness/progress';
import { type Stage, temporaryFolder } from '../n8n/harness/stage';
import {
	type Case,
	type Client,
	type Grid,
	MEMORY_CLIENTS,
	type MemoryCase,
	type MemoryClient,
} from './grid';
import { Session } from './inN8n/session';
import { benchWorkflow } from './inN8n/workflows';
import { caseName, numberText } from './report/names';
import { type BenchResults, type CaseResult, type MemoryResult, spreadOf } from './results';
import { Server } from './server/process';

const BYTES_PER_MB = 1_000_000;

/** The n8n with the package, and one with an older build of it, which would otherwise have the same node types. */
export interface Stages {
	own: Stage;
	baseline?: Stage | undefined;
}

/** The running n8n of each client; without a baseline, none runs for it. */
type Sessions = Partial<Record<Client, Session>>;

/** Everything that the measurements need. */
class Bench {
	private readonly samples = new Map<Case, Map<Client, number[]>>();
	private readonly workflows = new Map<string, string>();

	constructor(
		private readonly stages: Stages,
		private readonly certificate: string,
		private readonly server: Server,
	) {}

	async measure(grid: Grid): Promise<BenchResults> {
		const opened = new Opened();
		let cases: CaseResult[];
		try {
			const own = await this.open(opened, this.stages.own);
			const { baseline: older } = this.stages;
			const baseline = older === undefined ? {} : { baseline: await this.open(opened, older) };
			const sessions = { package: own, httpRequest: own, floor: own, ...baseline };
			cases = await this.cases(grid, sessions);
		} finally {
			await opened.close();
		}
		return { cases, memory: await this.memory(grid) };
	}

	private async open(opened: Opened, stage: Stage): Promise<Session> {
		const session = await Session.start(stage, this.certificate);
		opened.add(async () => {
			await session.stop();
		});
		await session.bringInCredentials(this.server.addresses);
		return session;
	}

	/** Measures all cases in rounds: in each, every client runs every case, starting with a different one. */
	private async cases({ cases, rounds }: Grid, sessions: Sessions): Promise<CaseResult[]> {
		for (const one of cases.filter(({ items }) => items <= 100)) await this.round(one, sessions, 0);
		this.samples.clear();
		for (let round = 0; round < rounds; round += 1) {
			progress(`Round ${String(round + 1)} of ${String(rounds)}`);
			for (const one of cases) await this.round(one, sessions, round);
		}
		return cases.map((one) => ({ case: one, measured: this.measured(one) }));
	}

	/** Measures memory, each run in its own n8n: memory that a run frees does not leave its process. */
	private async memory({ memory, memoryRounds }: Grid): Promise<MemoryResult[]> {
		const results: MemoryResult[] = [];
		for (const one of memory) {
			const seen = { package: [], httpRequest: [] };
			for (let round = 0; round < memoryRounds; round += 1) {
				for (const client of MEMORY_CLIENTS) await this.memoryRun(one, client, seen);
			}
			results.push({ case: one, measured: spreads(seen) });
		}
		return results;
	}

	private async round(one: Case, sessions: Sessions, round: number): Promise<void> {
		const shift = round % one.clients.length;
		const clients = [...one.clients.slice(shift), ...one.clients.slice(0, shift)];
		const byClient = this.samples.get(one) ?? new Map<Client, number[]>();
		this.samples.set(one, byClient);
		for (const client of clients) {
			const session = sessions[client];
			if (session === undefined) continue;
			const ms = await this.sample(one, client, session);
			byClient.set(client, [...(byClient.get(client) ?? []), ms]);
			progress(`  ${caseName(one)} by ${client}: ${numberText(ms, 1)} ms`);
		}
	}

	private async sample(one: Case, client: Client, session: Session): Promise<number> {
		await this.server.begin(one.latencyMs);
		const ms = await this.runInN8n(one, client, session);
		const seen = await this.server.counts();
		const expected = one.items * one.copies;
		if (seen.requests !== expected || seen.refused > 0) {
			const found = `${String(seen.requests)} requests, ${String(seen.refused)} refused`;
			throw new Error(
				`${one.call} by ${client}: ${found}, where ${String(expected)} were expected`,
			);
		}
		return ms;
	}

	private async runInN8n(one: Case, client: Client, session: Session): Promise<number> {
		const times = await session.timesOf(await this.execution(one, client, session));
		return times.reduce((sum, time) => sum + time, 0) / one.copies;
	}

	private async execution(one: Case, client: Client, session: Session): Promise<string> {
		const key = JSON.stringify([one.call, one.items, one.copies, one.tls, client]);
		const baseUrl = this.server.addresses[one.tls ? 'tls' : 'plain'];
		const workflow = benchWorkflow(one, client, baseUrl);
		const id = this.workflows.get(key) ?? (await session.add(workflow));
		this.workflows.set(key, id);
		return await session.run(
			id,
			async () => (await this.server.counts()).requests >= one.items * one.copies,
		);
	}

	private async memoryRun(
		one: MemoryCase,
		client: MemoryClient,
		seen: Record<MemoryClient, Array<{ before: number; peak: number }>>,
	): Promise<void> {
		progress(`Memory of ${caseName(one)} by ${client}`);
		const session = await Session.start(this.stages.own, this.certificate);
		try {
			const common = { ...one, latencyMs: 0, tls: false, clients: [client], copies: 1 };
			// One-time loading is not counted.
			await this.started({ ...common, items: 1 }, client, session);
			const { now: before } = session.memory();
			await this.started(common, client, session);
			const { peak } = session.memory();
			progress(
				`  peak ${numberText(peak / BYTES_PER_MB)} MB, before ${numberText(before / BYTES_PER_MB)} MB`,
			);
			seen[client].push({ before, peak });
		} finally {
			await session.stop();
		}
	}

	private async started(one: Case, client: Client, session: Session): Promise<void> {
		await this.server.begin(0);
		await this.execution(one, client, session);
	}

	private measured(one: Case): CaseResult['measured'] {
		const byClient = this.samples.get(one) ?? new Map<Client, number[]>();
		return Object.fromEntries([...byClient].map(([client, ms]) => [client, spreadOf(ms)]));
	}
}

function spreads(
	seen: Record<MemoryClient, Array<{ before: number; peak: number }>>,
): MemoryResult['measured'] {
	const spread = (client: MemoryClient) => ({
		before: spreadOf(seen[client].map(({ before }) => before)),
		peak: spreadOf(seen[client].map(({ peak }) => peak)),
	});
	return { package: spread('package'), httpRequest: spread('httpRequest') };
}

/** Measures a grid in a real n8n. */
export async function runBench(stages: Stages, grid: Grid): Promise<BenchResults> {
	const opened = new Opened();
	try {
		const identity = createCertificate();
		const certificate = path.join(temporaryFolder(opened, 'bench'), 'certificate.pem');
		writeFileSync(certificate, identity.cert);
		const server = await Server.start(stages.own.n8n.nodeFolder, identity);
		opened.add(() => {
			server.stop();
		});
		return await new Bench(stages, certificate, server).measure(grid);
	} finally {
		await opened.close();
	}
}
