import * as fc from 'fast-check';

import { isJsonObject } from '../../../nodes/engine/json';
import { NODE } from '../../../tools/engine/workflow';
import { skipWaits } from '../../skipWaits';
import { anyCases, successfulCases } from './cases';
import { HostileServer } from './hostileServer';
import { actedTwice, endedWrong, isErrorItem, play, shownSecrets } from './runs';

const SEED = 20_261_124;
const RUNS = 200;

let server: HostileServer;

skipWaits();

beforeAll(async () => {
	server = await HostileServer.start();
});

afterAll(async () => {
	await server.close();
});

describe('any response and any failure', () => {
	it('repeats no change, loses no item and shows no secret', async () => {
		let outputs = 0;
		let errors = 0;
		await fc.assert(
			fc.asyncProperty(anyCases, async (played) => {
				const result = await play(server, played);
				expect({ twice: actedTwice(played, result) }).toEqual({ twice: [] });
				for (const run of result.runs) {
					expect({ wrong: endedWrong(played, run) }).toEqual({ wrong: [] });
					expect({ secrets: shownSecrets(played, run) }).toEqual({ secrets: [] });
					const failed = run.error !== undefined || run.items(NODE).some(isErrorItem);
					if (failed) errors += 1;
					else outputs += 1;
				}
			}),
			{ seed: SEED, numRuns: RUNS },
		);
		// Both cases must have occurred often, or the test shows nothing.
		expect(Math.min(outputs, errors)).toBeGreaterThan(RUNS / 10);
	});
});

describe("any JSON and any text in an API Request's response", () => {
	it('is output value for value, and the request is sent once', async () => {
		await fc.assert(
			fc.asyncProperty(successfulCases, async ({ body, ...played }) => {
				const { runs, acted } = await play(server, played);
				const [run] = runs;
				expect(run?.error?.message).toBeUndefined();
				expect([...acted.values()]).toEqual(Array.from({ length: played.items }, () => 1));
				const all = [...(run?.items(NODE) ?? []), ...(run?.items(NODE, 1) ?? [])];
				const own = all.filter(({ pairedItem }) => JSON.stringify(pairedItem) === '{"item":0}');
				const isFull = played.options.fullResponse === true;
				expect(own.map(({ json }) => json)).toMatchObject(outputOf(body, isFull));
			}),
			{ seed: SEED, numRuns: 100 },
		);
	});
});

/** Returns the output of a body: text, or its payload, one item for each element, or the body if it has none. */
function outputOf(body: string, isFull: boolean): object[] {
	const json = parsed(body);
	if (json === undefined) return [{ data: body }];
	const shown = isJsonObject(json) ? json : { result: json };
	const payload = shown['result'];
	if (payload === undefined || payload === null) {
		return [Object.keys(shown).length > 0 ? shown : { success: true }];
	}
	if (isFull) return [shown];
	const elements: unknown[] = Array.isArray(payload) ? payload : [payload];
	return elements.map((element) => (isJsonObject(element) ? element : { result: element }));
}

function parsed(body: string): unknown {
	try {
		return JSON.parse(body);
	} catch {
		return undefined;
	}
}
