import type { FakeNode, Respond } from '../fakes';
import { byItem, CREDENTIAL, execute, json, like, nameIn, shown } from '../fakes';
import {
	AT,
	failingAt,
	ids,
	MADE,
	NAMES,
	node,
	onError,
	REFUSED_SECOND,
	secretly,
	succeed,
	TABLE,
	UNKNOWN,
} from './triedNode';

describe('an item that was made with other secrets', () => {
	const mistyped: FakeNode = { ...REFUSED_SECOND, fields: secretly('mistyped') };
	const corrected: FakeNode = { fields: secretly('corrected') };

	it('is marked in its summary, which shows none', async () => {
		const again = node(mistyped);
		await again.run();
		const { items, hints } = await again.run({ ...corrected, respond: succeed });
		const summaries = NAMES.map((name) => {
			const summary = `Sent POST /things with name ${name}, credentials (password ***)`;
			return name === 't0' ? `${summary}. It was ${MADE}` : summary;
		});
		expect(items.map(({ json: item }) => item['summary'])).toEqual(summaries);
		expect(JSON.stringify({ items, hints })).not.toMatch(/mistyped|corrected/);
	});

	it.each([
		['is raw', { operation: 'raw' }, { result: { id: 'x', summary: 'its own' } }, 'its own'],
		['has a summary that is no text', {}, { result: { summary: [1] } }, [1]],
	])('is output as before if the output %s', async (_case, setup, body, summary) => {
		const respond: Respond = (request) =>
			nameIn(request.body) === 't1' ? json({ error: 'no' }, 400) : json(body);
		const again = node({ ...mistyped, ...setup, respond });
		await again.run();
		const { items } = await again.run({ ...corrected, onError });
		expect(items[0]?.json['summary']).toEqual(summary);
	});

	it('counts as made with the new ones after it was sent again', async () => {
		const again = node({ ...mistyped, operation: 'update', count: 2 });
		await again.run();
		expect((await again.run(corrected)).sent).toEqual(['t0', 't1']);
		const third = await again.run({ ...corrected, respond: succeed });
		expect([third.sent, ids(third.items)]).toEqual([['t1'], ['t0', 't1']]);
	});

	it('is output with the note if an approval refuses the run', async () => {
		const again = node({ ...mistyped, operation: 'update' });
		await again.run();
		const fields = { ...secretly('corrected'), options: { approvedPlan: 'none' } };
		const { sent, items } = await again.run({ fields, onError });
		expect(sent).toEqual([]);
		expect(items[0]?.json).toMatchObject({
			id: 't0',
			summary: like(/It was made in .* with different secrets, so not repeated/),
		});
	});
});

describe('stored outputs', () => {
	const rotated = { testApi: { ...CREDENTIAL, keySecret: 'rotated/secret' } };

	it('contain no output or secret in plain text', async () => {
		const again = node({
			respond: ({ body }) =>
				nameIn(body) === 't1' ? UNKNOWN : json({ result: { id: 'i', secretName: 'warehouse' } }),
			fields: { name: byItem, password: 'canary-password' },
		});
		await again.run();
		expect(JSON.stringify(again.stored)).toContain('"done"');
		expect(JSON.stringify(again.stored)).not.toMatch(/warehouse|canary/);
	});

	it('are the original outputs, whatever other nodes make of them', async () => {
		const again = node({ onError, node: { retryOnFail: true } });
		const { stored } = again;
		const first: FakeNode = {
			operation: 'create',
			count: 3,
			fields: { name: byItem },
			onError,
			stored,
			node: { retryOnFail: true },
			respond: failingAt('t0'),
		};
		// Before n8n stores the execution.
		for (const { json: output } of (await execute(first, TABLE)).items) output['id'] = 'changed';
		const last = await again.run();
		expect([last.sent, ids(last.items)]).toEqual([['t0'], NAMES]);
	});

	it.each([
		['t0', ' (ID t0)'],
		[`canary/secret ${'x'.repeat(1000)}`, ` (ID *** ${'x'.repeat(596)}…)`],
		[undefined, ''],
	])('are reported with the ID %j if they can no longer be decrypted', async (id, made) => {
		const respond: Respond = ({ body }) =>
			nameIn(body) === 't1' ? UNKNOWN : json({ result: { id } });
		// Other secrets cannot be told apart then.
		const again = node({ respond, fields: secretly('mistyped') });
		await again.run();
		expect(JSON.stringify(again.stored)).not.toContain('canary');
		const fields = secretly('corrected');
		const { sent, error } = await again.run({ credentials: rotated, fields });
		expect(sent).toEqual([]);
		expect(shown(error)).toMatchObject({
			message: `It was applied at ${AT}${made}. Not sent again, although its output can no longer be decrypted.`,
			itemIndex: 0,
			details: { outcome: 'unknown' },
		});
	});

	it('have the ID of the latest response, or none, if they cannot be decrypted', async () => {
		const responses = [json({ result: { id: 'first' } }), json({ result: {} })];
		const again = node({ operation: 'update', count: 2 });
		for (const [index, password] of ['mistyped', 'corrected'].entries()) {
			const respond: Respond = ({ body }) =>
				nameIn(body) === 't1' ? UNKNOWN : (responses[index] ?? UNKNOWN);
			await again.run({ fields: secretly(password), respond });
		}
		const fields = secretly('corrected');
		const { error } = await again.run({ credentials: rotated, fields });
		expect(shown(error).message).toMatch(/^It was applied at [^)]+\)\. Not sent again/);
	});
});
