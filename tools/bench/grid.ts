import { CALLS, type CallName } from './calls';

/**
 * The package's node, n8n's HTTP Request, an older build's node, and two bare nodes for reads. The second bare node
 * bounds each response's size.
 */
export const CLIENTS = ['package', 'httpRequest', 'baseline', 'floor', 'boundedFloor'] as const;
export type Client = (typeof CLIENTS)[number];

/** A row of a table. */
export interface Case {
	call: CallName;
	items: number;
	latencyMs: number;
	tls: boolean;
	clients: readonly Client[];
	/** A run of a few milliseconds is measured as the mean of many nodes. */
	copies: number;
}

export const ROUNDS = 5;
const CHANGING: readonly Client[] = ['package', 'httpRequest', 'baseline'];
const WRITES: readonly CallName[] = ['stop', 'createByJson', 'createByFields'];
/** The last release's update doesn't read the record first, so its times can't be compared. */
const UPDATING: readonly Client[] = ['package', 'httpRequest'];
const COPIES_OF_ONE = 10;

function caseOf(call: CallName, items: number, changes: Partial<Case> = {}): Case {
	const copies = items === 1 ? COPIES_OF_ONE : 1;
	const clients = call === 'get' ? CLIENTS : CHANGING;
	return { call, items, latencyMs: 0, tls: false, clients, copies, ...changes };
}

export const CASES: readonly Case[] = [
	caseOf('get', 1),
	caseOf('get', 1000),
	caseOf('get', 10_000),
	caseOf('get', 1000, { latencyMs: 20 }),
	caseOf('get', 1000, { tls: true }),
	...WRITES.map((call) => caseOf(call, 100)),
	caseOf('update', 100, { clients: UPDATING }),
	caseOf('updateOne', 100, { clients: UPDATING }),
	caseOf('updateOne', 100, { clients: UPDATING, latencyMs: 20 }),
	// Measures the package alone: its creates run one after another by design, which takes long and says nothing about
	// HTTP Request.
	caseOf('createByJson', 1000, { latencyMs: 20, clients: ['package'] }),
];

/** For example, "1,000 × Service → Get, 20 ms, TLS". */
export function caseName({ call, items, latencyMs, tls }: Case): string {
	const name = `${items.toLocaleString('en-US')} × ${CALLS[call].title}`;
	return `${name}${latencyMs > 0 ? `, ${String(latencyMs)} ms` : ''}${tls ? ', TLS' : ''}`;
}
