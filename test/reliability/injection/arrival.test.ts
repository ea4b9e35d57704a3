import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { objectAt } from '../../../tools/contract/json';
import { MANAGEMENT, NODE, workflowOf } from '../../../tools/engine/workflow';
import { withEmulator } from '../../withEmulator';
import { NASTY_TEXTS } from './nastyTexts';

const TEXTS = Object.values(NASTY_TEXTS);
/** Other texts can't be encoded. */
const WELL_FORMED = TEXTS.filter((text) => text.isWellFormed());

const emulator = withEmulator();

/** Runs an item per text. Returns the failed items' errors. */
async function run(parameters: INodeParameters, texts: readonly string[]) {
	const options = { maxRetries: 0, maxConcurrency: 1 };
	const workflow = workflowOf(
		{ type: MANAGEMENT, onError: 'continueErrorOutput', parameters: { ...parameters, options } },
		texts.map((text) => ({ text })),
	);
	const { items } = await emulator.run(workflow);
	return items(NODE, 1).map(({ json }) => objectAt(json, 'error'));
}

// injection.test.ts plans every field. Here, n8n resolves the expressions, and a client writes URLs and bodies.
describe("an item's text", () => {
	const send = { resource: 'apiRequest', operation: 'send', method: 'POST' };
	const path = '/v1/organizations/{organizationId}/echo';

	it('arrives unchanged in a body', async () => {
		const body = '={{ ({ text: $json.text, fixed: 1 }) }}';
		const texts = [...TEXTS, 'x'.repeat(1_000_000)];
		expect(await run({ ...send, path, body }, texts)).toEqual([]);
		const sent = emulator.requests.map(({ rawBody }): unknown => JSON.parse(rawBody));
		expect(sent).toEqual(texts.map((text) => ({ text, fixed: 1 })));
		const others = emulator.requests.map(({ url, headers }) => {
			return JSON.stringify([url, Object.entries({ ...headers, 'content-length': '' })]);
		});
		expect(new Set(others).size).toBe(1);
	});

	it('arrives unchanged in a query or is refused', async () => {
		const values = [
			{ name: 'text', value: '={{ $json.text }}' },
			{ name: '={{ "x" + $json.text }}', value: '1' },
		];
		const failed = await run({ ...send, path, query: { values } }, TEXTS);
		expect(failed).toHaveLength(TEXTS.length - WELL_FORMED.length);
		const sent = emulator.requests.map(({ query }) => query);
		expect(sent).toEqual(WELL_FORMED.map((text): IDataObject => ({ text, [`x${text}`]: '1' })));
	});

	it('arrives as one segment of a path or is refused', async () => {
		const get = { resource: 'activity', operation: 'get', activityId: '={{ $json.text }}' };
		const texts = ['a%b c.d..e:f@g é', ...TEXTS];
		// The API has no such activity, so all fail.
		const failed = await run(get, texts);
		const sent = texts.filter((_, index) => failed[index]?.['attempts'] !== 0);
		const segments = emulator.requests.map(({ url }) => url.split('/').slice(5));
		expect(segments).toEqual(sent.map((text) => [encodeURIComponent(text.trim())]));
		expect(sent.length).toBeGreaterThan(5);
	});
});
