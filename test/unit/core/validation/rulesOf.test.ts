import { describeFields, object, text } from '../../../../nodes/engine/body/fields';
import { rulesOf } from '../../../../nodes/engine/body/interpret';

const engine = describeFields('engine', {
	type: text('Type', {}),
	version: text('Version', {
		when: { type: ['replacing'] },
		required: 'for a replacing engine',
	}),
});
const table = describeFields('', {
	name: text('Name', { required: 'for a table' }),
	definition: object({ engine }),
});

describe('rulesOf', () => {
	const pathsIn = (body: Parameters<ReturnType<typeof rulesOf>>[0]) =>
		[...rulesOf(table)(body)].map(({ path }) => path);

	it.each([
		{ body: { name: 'a' }, paths: [] },
		{ body: { name: 'a', definition: { engine: {} } }, paths: [] },
		{ body: { name: 'a', definition: { engine: 'replacing' } }, paths: [] },
		{ body: { definition: { engine: { type: 'merging' } } }, paths: ['name'] },
		{
			body: { definition: { engine: { type: 'replacing' } } },
			paths: ['name', 'definition.engine.version'],
		},
		{ body: { name: 'a', definition: { engine: { type: 'replacing', version: 'v' } } }, paths: [] },
	])('checks a nested description where the body contains it: $body', ({ body, paths }) => {
		expect(pathsIn(body)).toEqual(paths);
	});
});
