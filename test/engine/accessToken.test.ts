import type { Emulator } from '../emulator';
import { startEmulator } from '../emulator';
import { sampleNode, sampleOf } from './harness/operationSamples';
import { runWorkflow } from './harness/runWorkflow';
import { credentialsOf, NODE, workflowOf } from './harness/workflow';

/** All that a token may consist of, and a space, which HTTP allows as well. */
const TOKEN = 'canary-~a._+/!"#$%&\'()*,:;<=>?@[\\]^`{|} 19==';

let emulator: Emulator;

beforeEach(async () => {
	emulator = await startEmulator({ keys: { accessToken: TOKEN } });
});

afterEach(async () => {
	await emulator.close();
});

async function update(accessToken: string) {
	const node = sampleNode(sampleOf('dashboard update'), emulator.ids);
	return await runWorkflow(workflowOf(node), {
		credentials: credentialsOf(emulator, { dashboard: { accessToken } }),
	});
}

describe('An access token', () => {
	it.each([TOKEN, ` ${TOKEN}\n`, `\u{FEFF}${TOKEN}\u{A0}`])('is sent: %j', async (token) => {
		const { error, items } = await update(token);
		expect(error).toBeUndefined();
		expect(items(NODE)).toHaveLength(1);
		expect(emulator.requests).toHaveLength(1);
	});

	it.each([
		['\u{200B}', TOKEN.length + 1],
		['\u{2060}', TOKEN.length + 1],
		['\u{202C}', TOKEN.length + 1],
		['\u{AD}.', TOKEN.length + 1],
		['é', TOKEN.length + 1],
		['\u{7F}', TOKEN.length + 1],
		[' \n.', TOKEN.length + 2],
		['\t.', TOKEN.length + 1],
	])('is refused with %j', async (end, position) => {
		emulator.faults.add({ kind: 'echo' });
		const result = await update(TOKEN + end);
		expect(result.error?.message).toBe(
			`Access Token contains a character that HTTP doesn't allow, at position ${String(position)}. It may be invisible. Enter the value in the credential again.`,
		);
		expect(result.error?.description).toContain('Nothing was sent.');
		expect(JSON.stringify([result.error, result.run])).not.toContain('canary');
		expect(emulator.requests).toEqual([]);
	});
});
