import type { JsonObject } from '../../../nodes/engine/json';
import { changedJson } from '../../property/changedJson';
import { VALID_PIPES } from '../../property/validPipes';
import { codes } from './context';
import { into, issuesOf, LOGIN, pipeOf, planJson } from './pipeForm';

const UNLISTED = { allowUnlisted: true };
const found = (pipe: unknown, options = {}): string[] =>
	codes(planJson(pipe, undefined, options).issues);
const oracle = (rest: object = {}) =>
	pipeOf('kafka', {}, { source: { oracle: { host: 'h', credentials: LOGIN } }, ...rest });

/** Without the texts around them: the path that a hint leaves to the API, or the whole hint. */
const apiDecides = (hints: readonly string[] = []) =>
	hints.map((hint) => /^'source\.(.*)' isn't set; the API chooses\.$/.exec(hint)?.[1] ?? hint);

/** The keys that the contract's own sample of a new pipe does not have. */
const LEFT_OPEN =
	/^(?:type|format|authentication|iteratorType|strategy|tableEngine|replicationMode)$/;

/** The contract's sample of "Create pipe", for each kind of source. */
function sampleOf({ source, ...pipe }: { source: object }): JsonObject {
	const open = JSON.stringify(source, (name, value: unknown) =>
		LEFT_OPEN.test(name) ? undefined : value,
	);
	return { ...pipe, source: JSON.parse(open) as unknown };
}

it.each<[keyof typeof VALID_PIPES, string]>([
	['kafka', 'type, format, authentication, offset.strategy, schemaRegistry.authentication'],
	['kinesis', 'format, iteratorType, authentication'],
	['objectStorage', 'type, format, authentication'],
	['postgres', ''],
])("the neutral contract's sample of %s is sent unchanged, with hints on %j", (kind, names) => {
	const sample = sampleOf(VALID_PIPES[kind]);
	const { request, issues, hints } = planJson(JSON.stringify(sample));
	expect([issues, request.body]).toEqual([[], sample]);
	expect(apiDecides(hints).join(', ').replaceAll(`${kind}.`, '')).toBe(names);
});

describe('values that the contract does not list', () => {
	it.each([
		['source sourceUnlisted', oracle()],
		['source.kafka.type unlisted', pipeOf('kafka', { type: 'later' })],
		['source.kafka.format unlisted', pipeOf('kafka', { format: 'Later' })],
		[
			'source.kafka.authentication unlisted',
			pipeOf('kafka', { authentication: 'OAUTH', credentials: { a: 1 } }),
		],
	])('need the option: %s', (code, pipe) => {
		expect(found(pipe)).toEqual([code]);
		const { issues, request } = planJson(pipe, undefined, UNLISTED);
		expect([issues, request.body]).toMatchObject([[], pipe]);
	});

	it.each([
		pipeOf('objectStorage', { authentication: 'HMAC', accessKey: { key: 'k' } }),
		pipeOf('objectStorage', { type: 'later', url: undefined }),
		pipeOf('kinesis', { authentication: 'HMAC', accessKey: { key: 'k' } }),
		pipeOf('kafka', { type: 'later', credentials: { token: 't' } }),
	])('may need other keys', (pipe) => {
		expect(found(pipe, UNLISTED)).toEqual([]);
	});

	it('are free, and nothing else', () => {
		const withOption = (pipe: object) => issuesOf(planJson(pipe, undefined, UNLISTED));
		expect(withOption(pipeOf('kafka', { type: 5 }))).toBe('.type wrongType');
		expect(withOption(pipeOf('kafka', {}, { source: {} }))).toBe('source notOneSource');
		const secret = withOption({ ...oracle(), password: 'p' });
		expect(secret).toBe('password misplacedSecret');
	});

	it('do not use the selected credential as sources, with a hint', () => {
		expect(planJson(oracle(), undefined, UNLISTED).hints).toHaveLength(1);
		const { hints } = planJson(oracle(), { username: 'x' }, UNLISTED);
		expect(hints).toContainEqual(
			expect.stringContaining("the API reference doesn't list the secrets of 'oracle'"),
		);
	});
});

describe('columns and their mappings', () => {
	const columns = ['id', 'day'].map((name) => ({ name, type: 'String' }));
	const mapped = (...names: string[]) =>
		names.map((name) => ({ sourceField: name, destinationField: name }));
	const pipe = (changes: object, rest: object = {}) =>
		pipeOf('kafka', { credentials: LOGIN }, { ...into({ columns, ...changes }), ...rest });

	const definition = {
		engine: { columnIds: ['day', 'other'], versionColumnId: 'version' },
		sortingKey: ['id', 'name', 'lower(name)', 'price / 100', '`a b`'],
	};
	it.each<[object, RegExp[]]>([
		[
			pipe({ tableDefinition: definition }),
			[/sortingKey" .*'name'/, /columnIds" .*'other'/, /versionColumnId" .*'version'/],
		],
		[pipe({}, { fieldMappings: mapped('id', 'day', 'nope') }), [/^"fieldMappings" .*'nope'/]],
		[pipe({}, { fieldMappings: null }), [/^"fieldMappings" is null although/]],
		[pipe({}), []],
		[pipeOf('kafka', { credentials: LOGIN, ofset: {} }), [/^'source.kafka.ofset' isn't in/]],
	])('cause a hint if they do not fit', (body, hints) => {
		const matching = hints.map((hint): unknown => expect.stringMatching(hint));
		expect(planJson(body)).toMatchObject({ issues: [], hints: matching });
	});
});

it('a number that JSON cannot carry is refused', () => {
	const settings = { pullBatchSize: 0 };
	const body = JSON.stringify(pipeOf('postgres', { settings }));
	expect(found(body.replace(':0', ':1e3'))).toEqual([]);
	expect(found(body.replace(':0', ':1e999'))).toEqual(['pipeJson notInJson']);
});

describe('spaces around a text', () => {
	it.each([
		['kafka', ['fieldMappings', 0, 'sourceField'], ' id'],
		['kafka', ['novel'], ' x '],
		['kafka', ['source', 'kafka', 'caCertificate'], '-----BEGIN CERTIFICATE-----\n'],
		['kafka', ['source', 'kafka', 'credentials', 'password'], ' p '],
		['objectStorage', ['source', 'objectStorage', 'delimiter'], ' \t'],
	] as const)('are kept if they may mean something: %s %j', (kind, place, text) => {
		const pipe = changedJson(VALID_PIPES[kind], [...place], text);
		const { issues, request } = planJson(pipe);
		expect([issues, request.body]).toEqual([[], pipe]);
	});
});
