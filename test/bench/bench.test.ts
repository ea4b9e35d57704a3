import { once } from 'node:events';
import { createServer, type Server } from 'node:http';

import { findOperation, validateAnswer, validateRequest } from '../contract';
import { AUTHORIZATION, type CallName, callOf, CALLS, itemId } from './calls';
import { type Case, type Client, CLIENTS, FULL, SMOKE } from './grid';
import { fetchClient, nodeHttpClient, type RawClient } from './rawClient/clients';
import { goalsOf } from './report/goals';
import { measurements } from './report/measurements';
import { goalsTable } from './report/tables';
import { answerTo } from './server/answers';
import type { BenchResults, CaseResult } from './results';
import { spreadOf } from './statistics';

const NAMES: CallName[] = ['get', 'stop', 'createByJson', 'createByFields', 'update'];

function requestOf(name: CallName) {
	const { api, method, path, body } = callOf(name);
	const id = itemId(7);
	return { api, method, path: path(id), text: body?.(id) ?? '' };
}

function answerFor(name: CallName, authorization: string) {
	const { method, path, text } = requestOf(name);
	return answerTo({ method, url: path, authorization, body: text });
}

describe('The calls of the benchmark', () => {
	it.each(NAMES)('%s is a request and an answer that the contract allows', (name) => {
		const { api, method, path, text } = requestOf(name);
		const body: unknown = text === '' ? undefined : JSON.parse(text);
		expect(validateRequest({ api, method, path, body })).toEqual([]);
		const operation = findOperation(api, method, path)?.operation;
		if (operation === undefined) throw new Error('The contract has no such operation');
		const { status, body: answer } = answerFor(name, AUTHORIZATION[api]);
		expect(status).toBe(200);
		expect(validateAnswer(operation, status, JSON.parse(answer))).toEqual([]);
	});

	it('are all of the list', () => {
		expect(NAMES).toEqual(Object.keys(CALLS));
	});

	it('are refused without their key, and elsewhere', () => {
		expect(NAMES.map((name) => answerFor(name, 'Basic none').status)).toEqual(Array(5).fill(401));
		const elsewhere = { method: 'GET', url: '/v1', authorization: AUTHORIZATION.management };
		expect(answerTo({ ...elsewhere, body: '' }).status).toBe(404);
		const read = { method: 'GET', url: '/api/v2/dashboards/1' };
		expect(answerTo({ ...read, authorization: AUTHORIZATION.dashboard, body: '' }).status).toBe(
			404,
		);
	});
});

describe('The plain clients', () => {
	let server: Server;
	let url: string;

	beforeAll(async () => {
		server = createServer((request, response) => {
			request.on('data', (chunk: Buffer) => response.write(chunk));
			response.statusCode = request.method === 'POST' ? 200 : 404;
			request.once('end', () => response.end('!'));
		}).listen(0, '127.0.0.1');
		await once(server, 'listening');
		const address = server.address();
		url = `http://127.0.0.1:${String(typeof address === 'object' ? address?.port : '')}`;
	});

	afterAll(() => {
		server.closeAllConnections();
		server.close();
	});

	it.each<[string, () => RawClient]>([
		['node:http', () => nodeHttpClient(false)],
		['fetch', fetchClient],
	])('%s returns the text of a success, and fails otherwise', async (_name, open) => {
		const client = open();
		const request = { url, headers: {}, body: 'sent' };
		await expect(client.send({ ...request, method: 'POST' })).resolves.toBe('sent!');
		await expect(client.send({ ...request, method: 'PUT' })).rejects.toThrow('sent!');
		client.close();
	});
});

describe('spreadOf', () => {
	it.each([
		[[5], { median: 5, min: 5, max: 5 }],
		[[9, 1, 4], { median: 4, min: 1, max: 9 }],
		[[4, 1, 2, 9], { median: 3, min: 1, max: 9 }],
	])('of %j is %j', (values, spread) => {
		expect(spreadOf(values)).toEqual(spread);
	});

	it('of nothing is an error', () => {
		expect(() => spreadOf([])).toThrow('Nothing was measured');
	});
});

const MS: Record<Client, number> = { package: 100, httpRequest: 420, nodeHttp: 20, fetch: 25 };

function measured(one: Case): CaseResult {
	const of = (client: Client) => ({
		ms: spreadOf([MS[client] - 1, MS[client], MS[client] + 1]),
		requests: one.items,
		connections: one.items,
		mostInFlight: 50,
	});
	return {
		case: one,
		measured: Object.fromEntries(one.clients.map((client) => [client, of(client)])),
	};
}

function resultsOf(cases: readonly Case[]): BenchResults {
	const bytes = (megabytes: number) => spreadOf([megabytes * 1_000_000]);
	return {
		cases: cases.map(measured),
		memory: [
			{
				case: { call: 'get', items: 10_000 },
				measured: {
					package: { before: bytes(400), peak: bytes(500) },
					httpRequest: { before: bytes(400), peak: bytes(1000) },
				},
			},
		],
		share: { loadMs: spreadOf([90]), descriptionBytes: 1, documentBytes: 80, tarballBytes: 1 },
		startMs: spreadOf([9000]),
	};
}

describe('The report', () => {
	it('compares every goal with its case', () => {
		const goals = goalsOf(resultsOf(FULL.cases));
		expect(goals.map((goal) => goal.measured)).toEqual([
			...['4.20 times', '4.20 times', '4.20 times', '4.20 times'],
			...['50.0 %', '4.20 times', '100.0 %', '10.0 %'],
		]);
		expect(goals.filter(({ met }) => met !== true).map(({ title, met }) => [title, met])).toEqual([
			['Preflight of 1,000 creates, of the time to send them at 20 ms', false],
		]);
	});

	it('says of a goal that it was not measured', () => {
		const goals = goalsOf({ ...resultsOf([]), memory: [] });
		expect(goals.map((goal) => goal.measured)).toEqual(Array(8).fill(undefined));
		expect(goals.map((goal) => goal.met)).toEqual(Array(8).fill(undefined));
		const rows = goalsTable({ ...resultsOf([]), memory: [] })
			.split('\n')
			.slice(2);
		expect(rows.filter((row) => !row.endsWith('| not in this run | – |'))).toEqual([]);
	});

	it('says whether a goal is met', () => {
		const of = (what: string) =>
			goalsTable(resultsOf(FULL.cases))
				.split('\n')
				.find((row) => row.startsWith(`| ${what}`));
		expect(of('1,000 reads: ')).toMatch(/\| at least 4\.0 times as long \| 4\.20 times \| yes \|$/);
		expect(of('Preflight')).toMatch(/\| at most 5 % \| 100\.0 % \| no \|$/);
	});

	it('has a row for each case, with as many cells as the table has heads', () => {
		const run = { grid: SMOKE, machine: 'Two cores.', day: '2026-01-31', quick: true };
		const page = measurements(resultsOf(SMOKE.cases), run);
		const tables = page.split('\n\n').filter((part) => part.startsWith('|'));
		expect(tables).toHaveLength(5);
		for (const table of tables) {
			const widths = table.split('\n').map((line) => line.split('|').length);
			expect(new Set(widths).size).toBe(1);
		}
		expect(tables[1]?.split('\n')).toHaveLength(SMOKE.cases.length + 2);
		expect(tables[1]).toContain(
			'| 3 × Service → Get, TLS | 100 (99–101) | 420 (419–421) | 20 (19–21) | 25 (24–26) | 4.20 | 5.00 |',
		);
	});
});

it('The full grid has every client for every call', () => {
	const full = FULL.cases.filter(({ clients }) => clients === CLIENTS);
	expect(new Set(full.map(({ call }) => call))).toEqual(new Set(NAMES));
});
