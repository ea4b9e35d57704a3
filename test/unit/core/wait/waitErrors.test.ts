import type { WaitRule } from '../../../../nodes/engine/operation';
import type { Respond } from '../fakes';
import { json, like, shown } from '../fakes';
import type { Otherwise, Script } from './playedWait';
import { run, runRule } from './playedWait';

describe('Waits (errors)', () => {
	const advice = { idle: 'An idle thing sleeps. Wake it up.' };
	const value = { valueKind: 'value', resource: 'resource', waitFor: ['kept'] } as const;
	const STARTING: Script = ['starting'];

	/** The findings and the rule lead to these texts and facts. */
	interface Failing {
		it: string;
		found: Script;
		rule?: Partial<WaitRule>;
		message: RegExp;
		advice?: RegExp;
		details?: object;
	}

	it.each<Failing>([
		{
			it: 'when the time is up',
			found: ['starting', 'awaking'],
			rule: { waitFor: ['running', 'idle'], advice },
			message:
				/^The thing didn't become "running" or "idle" in 60 seconds \(\d+ checks\)\. Its last state was "awaking"\.$/,
			advice: /^The thing may still reach this state\. Raise Time Limit, or check the thing\.$/,
			details: { outcome: 'unknown', reason: 'unavailable' },
		},
		{
			it: 'in a state that does not change by itself',
			found: ['starting', ' Idle'],
			rule: { advice },
			message: /didn't become/,
			advice: /^An idle thing sleeps\. Wake it up\.$/,
		},
		{
			it: 'in a state that was not stable',
			found: ['starting', 'running'],
			rule: { stableFor: 50 },
			message: /Its last state was "running", seen in \d of 50 consecutive checks\.$/,
		},
		{
			it: 'without existence',
			found: [404],
			rule: { advice, waitForExistence: true },
			message: /\. No state was read\.$/,
			advice:
				/^The last check failed: The API can't find .*404.* The thing may still reach this state\./,
			details: { reason: 'notFound' },
		},
		{
			it: 'in a state to give up on',
			found: ['starting', 'Failed'],
			message:
				/^The wait for the thing to become "running" ended after 2 seconds \(2 checks\)\. Its last state was "Failed"\.$/,
			advice: /^This state is in Failures\. Check the thing, .* remove the state from Failures\.$/,
			details: { outcome: 'refused', reason: 'conflict', attempts: 2 },
		},
		{
			it: 'in a state to give up on, without a field for it',
			found: ['failed'],
			rule: { labels: { timeout: 'Time Limit' } },
			message: /^The wait for the thing to become "running" ended/,
			advice: /^Check the thing, fix what's blocking it, and retry\.$/,
		},
		{
			it: 'for a missing record, without a field that waits for it',
			found: [404],
			rule: { labels: { timeout: 'Time Limit' } },
			message: /\(404 for GET \/things\/a\)/,
			advice: /^Advice for 404\. The wait ended after 0 seconds \(1 check\)\. No state was read\.$/,
			details: { httpCode: '404', reason: 'notFound', attempts: 1 },
		},
		{
			it: 'after five consecutive failed checks',
			found: ['starting', 503],
			message: /^The API is unavailable \(503 for GET \/things\/a\): not now$/,
			advice: / ended after \d+ seconds \(6 checks\), the last 5 of which failed\. Its last .*"\.$/,
			details: { httpCode: '503', outcome: 'unknown', reason: 'unavailable', attempts: 6 },
		},
		{
			it: 'for a record that does not exist yet',
			found: [404, 'running'],
			message: /\(404 for GET \/things\/a\)/,
			advice:
				/^Advice for 404\. The wait ended after 0 seconds \(1 check\)\. No state was read\. If it's still being created, turn on Patience\.$/,
			details: { httpCode: '404', reason: 'notFound', attempts: 1 },
		},
		{
			it: 'without a value, which is read as empty',
			found: STARTING,
			rule: { ...value, valuePath: 'result.phase', timeout: 20_000 },
			message: /^The resource didn't become "kept" in .*\. Its last value was empty\.$/,
		},
		{
			it: 'without a state in the response',
			found: STARTING,
			rule: { valuePath: 'result.phase' },
			message: /^The response has no "result\.phase"\.$/,
			advice: /^Check the credential's Base URL\. The wait ended .* No state was read\.$/,
			details: { outcome: 'unknown', reason: 'unavailable', attempts: 5 },
		},
		{
			it: 'with a path that leads nowhere',
			found: STARTING,
			rule: { ...value, valuePath: 'result.more.state.x' },
			message: /^The response has no "result\.more\.state"\. "result\.more" contains seen\.$/,
			advice: /^Check Value Path\. The wait ended .*\. No value was read\.$/,
			details: { outcome: 'unknown', reason: 'unavailable', attempts: 5 },
		},
	])(
		'includes the last state, duration, and number of checks: $it',
		async ({
			found,
			rule = {},
			message,
			advice: expected = /may still reach this (?:state|value)/,
			details,
		}) => {
			const { error, reads } = await runRule(found, rule);
			const texts = shown(error);
			expect(texts.message).toMatch(message);
			// The description names the request if the message doesn't.
			const [advice, request = texts.message] = texts.description.split(' Target: ');
			expect(advice).toMatch(expected);
			expect(request).toContain('GET /things/a');
			expect(texts.details).toMatchObject({ attempts: reads.length, ...details });
		},
	);

	it("hides a short value under a secret's name", async () => {
		const fields = { thingId: 'a', rule: { ...value, valuePath: 'result.token' } };
		const { error } = await run({ a: STARTING }, { operation: 'raw', fields });
		expect(shown(error).message).toMatch(/Its last value was "\*\*\*"\.$/);
	});

	it.each([
		{ name: 'headers', last: '***' },
		{ name: 'queryParams', last: '***' },
		{ name: 'headings', last: 'short' },
	])('shows the value in $name as $last', async ({ name, last }) => {
		const respond: Respond = () => json({ result: { [name]: { 'X-Routing': 'short' } } });
		const rule = { ...value, valuePath: `result.${name}.X-Routing` };
		const { error } = await runRule([], rule, () => respond);
		expect(shown(error).message).toContain(`Its last value was "${last}".`);
	});

	it('hides a field name that equals the key', async () => {
		const respond: Respond = () => json({ result: { 'canary/secret': 1, seen: 2 } });
		for (const valuePath of ['result.state.x', 'result']) {
			const { error } = await runRule([], { ...value, valuePath }, () => respond);
			expect(shown(error).message).toContain('"result" contains ***, seen.');
			expect(JSON.stringify(shown(error))).not.toContain('canary');
		}
	});
});

it.each([
	{
		answered: 2,
		outcome: 'unknown',
		description: /^The request was sent 7 times\. .* \(7 checks\)/,
	},
	{ answered: 0, outcome: 'notSent', description: /^Nothing was sent\. .* \(5 checks\)/ },
])('distinguishes $answered earlier reads from checks without a connection', async (row) => {
	const { answered, outcome, description } = row;
	const refusing: Otherwise =
		({ reads, respond }) =>
		(options, sent) => {
			if (reads.length < answered) return respond(options, sent);
			throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
		};
	const { error } = await runRule(['starting'], {}, refusing);
	expect(shown(error)).toMatchObject({
		description: like(description),
		details: { outcome, reason: 'noConnection', attempts: answered + 5 },
	});
});
