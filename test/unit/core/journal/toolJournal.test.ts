import type { RawResponse } from '../../../../nodes/engine/http/response';
import type { FakeNode, Respond } from '../fakes';
import { byItem, execute, json, shown } from '../fakes';
import { ids, node, TABLE, UNKNOWN } from './triedNode';

describe('a tool', () => {
	const type = 'test.nodeTool';
	const tool: FakeNode = { count: 1, node: { type }, fields: { name: 't0' } };

	it('is blocked by a possible creation of an earlier call, even after a successful one', async () => {
		const again = node(tool);
		await again.run({ respond: () => UNKNOWN });
		await again.run({ fields: { name: 't1' }, runIndex: 1 });
		const third = await again.run({ runIndex: 2 });
		expect(third.sent).toEqual([]);
		expect(shown(third.error).details).toMatchObject({ reason: 'outcomeUnknown' });
	});

	/** Calls it side by side, each with a response; they end in this order. */
	async function callAll(again: ReturnType<typeof node>, responses: RawResponse[]) {
		const ends: Array<() => void> = [];
		const calls = responses.map(async (response, index) => {
			const respond = async () => {
				await new Promise<void>((resolve) => ends.push(resolve));
				return response;
			};
			const own = { ...tool, operation: 'create', fields: { name: byItem(index) }, respond };
			return await execute({ ...own, stored: again.stored }, TABLE);
		});
		await new Promise((resolve) => setImmediate(resolve));
		expect(ends).toHaveLength(responses.length);
		for (const [index, end] of ends.entries()) {
			end();
			await calls[index];
		}
	}

	it('keeps the unknown outcome of a call while another one ends', async () => {
		const again = node(tool);
		await callAll(again, [json({ result: {} }), UNKNOWN]);
		expect((await again.run({ fields: { name: 't1' } })).sent).toEqual([]);
		expect((await again.run()).sent).toEqual(['t0']);
	});

	it('leaves no entries of calls that succeeded side by side', async () => {
		const again = node(tool);
		await callAll(again, [json({ result: {} }), json({ result: {} })]);
		expect(again.stored).toEqual({});
	});

	it('repeats a completed output if n8n makes the same call again, and not for another call', async () => {
		const respond: Respond = () => json({ result: { id: 'x', error: null } });
		const again = node({ ...tool, node: { type, retryOnFail: true }, respond });
		expect((await again.run()).sent).toEqual(['t0']);
		const second = await again.run();
		expect([second.sent, ids(second.items)]).toEqual([[], ['x']]);
		expect((await again.run({ runIndex: 1 })).sent).toEqual(['t0']);
	});
});
