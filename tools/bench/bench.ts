import { spawn } from 'node:child_process';
import path from 'node:path';

import { z } from 'zod';

import { pem } from '../samples/canaries';
import { tracked } from '../n8n/harness/children';
import { freePort } from '../n8n/harness/freePort';
import { Opened } from '../n8n/harness/opened';
import { progress } from '../n8n/harness/progress';
import type { Stage } from '../n8n/harness/stage';
import { until } from '../n8n/harness/until';
import { requestsOf } from './calls';
import { type Case, caseName, type Client, CLIENTS, ROUNDS } from './grid';
import { type Addresses, openSession, type Session, timeOf } from './session';
import { benchWorkflow } from './workflows';

/** Two builds have the same node types, so the older build runs in an n8n of its own. */
interface Stages {
	own: Stage;
	baseline?: Stage | undefined;
}

/** The baseline's client has no n8n if there's no baseline. */
interface Place {
	addresses: Addresses;
	sessions: Partial<Record<Client, Session>>;
}

/** In milliseconds. */
export interface Spread {
	median: number;
	min: number;
	max: number;
}

export interface CaseResult {
	case: Case;
	measured: Partial<Record<Client, Spread>>;
}

interface Sample {
	case: Case;
	client: Client;
	ms: number;
}

/** Measures cases in a real n8n. In each round, every client runs every case, and a different client starts. */
export async function runBench(stages: Stages, cases: readonly Case[]): Promise<CaseResult[]> {
	const opened = new Opened();
	try {
		const place = await openPlace(opened, stages);
		const samples: Sample[] = [];
		for (let round = 0; round <= ROUNDS; round += 1) {
			progress(`Round ${String(round)} of ${String(ROUNDS)}`);
			// The first round loads and compiles modules, so it doesn't count.
			const own = round === 0 ? cases.filter(({ items }) => items <= 100) : cases;
			for (const one of own) {
				const taken = await playRound(place, one, round);
				if (round > 0) samples.push(...taken);
			}
		}
		return cases.map((one) => ({ case: one, measured: spreadsOf(one, samples) }));
	} finally {
		await opened.close();
	}
}

async function openPlace(opened: Opened, { own, baseline }: Stages): Promise<Place> {
	const certificate = path.join(__dirname, '../samples/pem/server.crt.pem');
	const [plain, tls] = [String(await freePort()), String(await freePort())];
	const addresses = { plain: `http://127.0.0.1:${plain}`, tls: `https://127.0.0.1:${tls}` };
	// The server runs in a separate process, with the Node that runs n8n.
	const node = path.join(own.n8n.nodeFolder, 'node');
	const ports = { BENCH_PLAIN: plain, BENCH_TLS: tls };
	const server = tracked(
		spawn(node, ['--import', 'tsx', path.join(__dirname, 'server.ts')], {
			env: {
				...process.env,
				BENCH_CERT: pem('server.crt'),
				BENCH_KEY: pem('server.key'),
				...ports,
			},
			stdio: 'inherit',
		}),
	);
	opened.add(() => {
		server.kill();
	});
	await until('the server is there', async () => {
		return await counts(addresses).then(
			() => true,
			() => false,
		);
	});
	const session = await openSession(opened, own, certificate, addresses);
	const older = baseline && (await openSession(opened, baseline, certificate, addresses));
	return {
		addresses,
		sessions: {
			package: session,
			httpRequest: session,
			floor: session,
			boundedFloor: session,
			...(older && { baseline: older }),
		},
	};
}

/** Setting a latency resets the counts of received and of refused requests. */
async function counts({ plain }: Addresses, latency = '') {
	const answer = await fetch(`${plain}/bench${latency}`);
	return z.object({ requests: z.number(), refused: z.number() }).parse(await answer.json());
}

async function playRound(
	{ addresses, sessions }: Place,
	one: Case,
	round: number,
): Promise<Sample[]> {
	const samples: Sample[] = [];
	const shift = round % one.clients.length;
	for (const client of [...one.clients.slice(shift), ...one.clients.slice(0, shift)]) {
		const session = sessions[client];
		if (session === undefined) continue;
		const expected = requestsOf(one.call, one.items, client === 'package') * one.copies;
		await counts(addresses, `?latencyMs=${String(one.latencyMs)}`);
		const workflow = benchWorkflow(one, client, one.tls ? addresses.tls : addresses.plain);
		const hasEnded = async () => (await counts(addresses)).requests >= expected;
		const ms = (await timeOf(session, workflow, hasEnded)) / one.copies;
		const { requests, refused } = await counts(addresses);
		progress(`  ${caseName(one)} by ${client}: ${ms.toFixed(1)} ms`);
		if (requests !== expected || refused > 0) {
			throw new Error(
				`${String(requests)} requests, ${String(refused)} refused, where ${String(expected)} were expected`,
			);
		}
		samples.push({ case: one, client, ms });
	}
	return samples;
}

function spreadsOf(one: Case, samples: readonly Sample[]): CaseResult['measured'] {
	const spreads: CaseResult['measured'] = {};
	for (const client of CLIENTS) {
		const own = samples.filter((sample) => sample.case === one && sample.client === client);
		if (own.length > 0) spreads[client] = spreadOf(own.map(({ ms }) => ms));
	}
	return spreads;
}

function spreadOf(values: readonly number[]): Spread {
	const sorted = [...values].sort((one, other) => one - other);
	const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
	return { median, min: Math.min(...sorted), max: Math.max(...sorted) };
}
