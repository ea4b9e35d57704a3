import type { CallName } from './calls';

/** The two nodes that make the calls. */
export const CLIENTS = ['package', 'httpRequest'] as const;
export type Client = (typeof CLIENTS)[number];

/** One line of the table: a number of items of one call through a connection. */
export interface Case {
	call: CallName;
	items: number;
	latencyMs: number;
	tls: boolean;
	clients: readonly Client[];
	/** With Dry Run, which plans and checks all items and sends nothing. */
	dryRun?: true;
	/** How many nodes one run has: what takes a few milliseconds is measured as the mean of many. */
	copies: number;
}

/** A case whose memory is measured, each time in a fresh n8n. */
export type MemoryCase = Pick<Case, 'call' | 'items'>;

export interface Grid {
	rounds: number;
	memoryRounds: number;
	cases: readonly Case[];
	memory: readonly MemoryCase[];
}

const WRITES: readonly CallName[] = ['stop', 'createByJson', 'createByFields', 'update'];
const COPIES_OF_ONE = 10;

interface Connection {
	latencyMs?: number;
	tls?: boolean;
	clients?: readonly Client[];
}

function cases(
	call: CallName,
	sizes: readonly number[],
	{ latencyMs = 0, tls = false, clients = CLIENTS }: Connection = {},
): Case[] {
	return sizes.map((items) => {
		const copies = items === 1 ? COPIES_OF_ONE : 1;
		return { call, items, latencyMs, tls, clients, copies };
	});
}

/** Dry Run is all that comes before the first request, with output on top of it. */
function preflightOf(call: CallName, items: number): Case {
	const [one] = cases(call, [items], { clients: ['package'] });
	if (one === undefined) throw new Error('A case has a size');
	return { ...one, dryRun: true };
}

const AT_20_MS = { latencyMs: 20 };
const OVER_TLS = { tls: true };
/** One after another by design: that many take a long time, and say nothing about the other clients. */
const ALONE = { clients: ['package'] } as const;

export const FULL: Grid = {
	rounds: 5,
	memoryRounds: 3,
	cases: [
		...cases('get', [1, 100, 1000, 10_000]),
		...cases('get', [1, 1000], AT_20_MS),
		...cases('get', [1, 1000], OVER_TLS),
		...cases('get', [1000], { ...AT_20_MS, ...OVER_TLS }),
		...WRITES.flatMap((call) => cases(call, [1, 1000])),
		...cases('stop', [100], AT_20_MS),
		...cases('stop', [10_000], ALONE),
		...cases('createByJson', [1000], { ...AT_20_MS, ...ALONE }),
		preflightOf('createByJson', 1000),
		preflightOf('createByFields', 1000),
	],
	memory: [{ call: 'get', items: 10_000 }],
};

export const QUICK: Grid = {
	rounds: 5,
	memoryRounds: 2,
	cases: [
		...cases('get', [1, 1000, 10_000]),
		...cases('get', [1000], AT_20_MS),
		...cases('get', [1000], OVER_TLS),
		...WRITES.flatMap((call) => cases(call, [100])),
		...cases('createByJson', [1000], { ...AT_20_MS, ...ALONE }),
		preflightOf('createByJson', 1000),
	],
	memory: [{ call: 'get', items: 10_000 }],
};

/** Too small to measure anything: it only shows that everything works. */
export const SMOKE: Grid = {
	rounds: 1,
	memoryRounds: 1,
	cases: [
		...cases('get', [1, 3]),
		...cases('get', [3], OVER_TLS),
		...WRITES.flatMap((call) => cases(call, [3])),
		preflightOf('createByJson', 3),
	],
	memory: [],
};
