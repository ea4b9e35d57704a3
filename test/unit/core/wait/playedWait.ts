import type { OperationTable, WaitOperation, WaitRule } from '../../../../nodes/engine/operation';
import { FakeClock } from '../fakeClock';
import type { FakeNode, Respond } from '../fakes';
import { CREDENTIAL, execute, GET, json, newKey, OPTIONS_FIELD } from '../fakes';

export const RULE: WaitRule = {
	resource: 'thing',
	valueKind: 'state',
	valuePath: 'result.state',
	waitFor: ['running'],
	giveUpOn: ['failed'],
	stableFor: 1,
	waitForExistence: false,
	timeout: 60_000,
	outputOnTimeout: false,
	labels: { timeout: 'Time Limit', giveUpOn: 'Failures', waitForExistence: 'Patience' },
};

/** The rule is a field, so that items can have different rules. */
const WAIT: WaitOperation = {
	...GET,
	kind: 'wait',
	properties: [
		...GET.properties,
		{ displayName: 'Rule', name: 'rule', type: 'json', default: {} },
		OPTIONS_FIELD,
	],
	output: { toItem: ({ id, state }) => ({ id, state }) },
	rule: ({ rule }) => ({ ...RULE, ...(rule as Partial<WaitRule>) }),
};

const TABLE: OperationTable = {
	thing: { get: WAIT, raw: { ...WAIT, output: { ...WAIT.output, raw: true } } },
};

/** A thing's reads give these results in turn. The last repeats. */
export type Script = Array<string | number>;

export const BYSTANDER = { seen: ['kept'] };

function service(scripts: Record<string, Script>, clock: FakeClock) {
	const reads: Array<{ id: string; at: number }> = [];
	const respond: Respond = ({ url }) => {
		const id = url.split('/').at(-1) ?? '';
		const script = scripts[id] ?? [];
		const before = reads.filter((read) => read.id === id).length;
		reads.push({ id, at: clock.elapsed() });
		const found = script[Math.min(before, script.length - 1)] ?? 404;
		if (typeof found === 'number') return json({ error: 'not now' }, found);
		return json({ requestId: 'r', result: { id, state: found, token: 'abc', more: BYSTANDER } });
	};
	return { reads, respond };
}

/** Replaces a played service's responses. */
export type Otherwise = (played: ReturnType<typeof service> & { clock: FakeClock }) => Respond;

export async function run(
	scripts: Record<string, Script>,
	setup: FakeNode = {},
	otherwise?: Otherwise,
) {
	const clock = new FakeClock();
	const { reads, respond } = service(scripts, clock);
	const credentials = { testApi: { ...CREDENTIAL, keyId: newKey() } };
	const all: FakeNode = {
		fields: { thingId: 'a' },
		credentials,
		respond: otherwise?.({ reads, respond, clock }) ?? respond,
		...setup,
	};
	const result = await execute(all, TABLE, clock);
	return { ...result, reads, took: clock.elapsed() };
}

export const runRule = async (a: Script, rule: Partial<WaitRule>, otherwise?: Otherwise) =>
	await run({ a }, { fields: { thingId: 'a', rule } }, otherwise);

export const things =
	(...ids: string[]) =>
	(itemIndex: number): string =>
		ids[itemIndex % ids.length] ?? '';
