import type { ChangeOperation } from '../../../../nodes/engine/operation';
import { objectBody } from '../../../../nodes/engine/request';
import type { FakeNode } from '../fakes';
import { byItem, CREATE, execute, GET, withOptions } from '../fakes';

const create: ChangeOperation = {
	...withOptions(CREATE),
	texts: {
		createsSubject: true,
		subjectOf: (request) => `thing ${String(objectBody(request)['name'])}`,
		summarize: (request) => `Create thing ${String(objectBody(request)['name'])}`,
	},
};

const NAMES = ['a', 'b', 'a', 'a'];

async function run(setup: Partial<FakeNode> & { changes?: Partial<ChangeOperation> } = {}) {
	const { changes, fields, ...others } = setup;
	const name = (item: number) => NAMES[item];
	return await execute(
		{ operation: 'create', count: NAMES.length, fields: { name, ...fields }, ...others },
		{ thing: { create: { ...create, ...changes }, get: withOptions(GET) } },
	);
}

const AGAIN =
	'Item 1 sends the same request, so this item creates thing a again. To create it only once, remove this item.';

describe('withRepeatHints', () => {
	it('sends a repeated create with a warning', async () => {
		const { items, hints, sent } = await run();
		expect(items.map(({ json: { warnings } }) => warnings)).toEqual([
			undefined,
			undefined,
			[AGAIN],
			[AGAIN],
		]);
		expect(hints).toEqual([`${AGAIN} (items 3–4)`]);
		expect(sent).toHaveLength(NAMES.length);
	});

	it("shows the warning in a dry run's summary", async () => {
		const { items } = await run({ fields: { options: { dryRun: true } } });
		expect(items.map(({ json: { summary } }) => summary)).toEqual([
			'Create thing a',
			'Create thing b',
			`Warning: ${AGAIN}\nCreate thing a`,
			`Warning: ${AGAIN}\nCreate thing a`,
		]);
	});

	it('compares a dry run only with dry runs', async () => {
		const options = (item: number) => ({ dryRun: item === 0 });
		const { items } = await run({ fields: { options } });
		const warnings = items.map(({ json }) => json['warnings']);
		expect(warnings).toEqual([
			undefined,
			undefined,
			undefined,
			[AGAIN.replace('Item 1', 'Item 3')],
		]);
	});

	it('compares with valid items only', async () => {
		const fields = { password: (item: number) => (item === 0 ? 'weak-pass' : 'strong-pass') };
		const { items } = await run({ fields, onError: 'continueRegularOutput' });
		const warnings = items.map(({ json }) => json['warnings']);
		const ofItem3 = AGAIN.replace('Item 1', 'Item 3');
		expect(warnings).toEqual([undefined, undefined, undefined, [ofItem3]]);
	});

	it.each<[string, Parameters<typeof run>[0]]>([
		['creates that differ in a secret', { fields: { password: byItem } }],
		['creates that are harmless to repeat', { changes: { repeatable: true } }],
		['changes that create nothing', { changes: { texts: {} } }],
		['reads', { operation: 'get', fields: { thingId: 'x' } }],
	])("doesn't warn about %s", async (_name, setup) => {
		const { items, hints } = await run(setup);
		expect(hints).toEqual([]);
		for (const { json } of items) expect(json).not.toHaveProperty('warnings');
	});
});
