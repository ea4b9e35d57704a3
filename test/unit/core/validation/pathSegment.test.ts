import fc from 'fast-check';

import { DOTS, escapesOf } from './hostilePaths';
import { pathSegment, uuidSegment } from '../../../../nodes/engine/parameters/pathSegment';

const UUID = '3f0c9a52-7b1d-4e8a-9c64-2d5e8f7a1b90';

/** Expects an issue for every text. */
function expectRefused(texts: fc.Arbitrary<string>, problem: string): void {
	const issue = { path: 'id', text: expect.stringContaining(problem) as string };
	fc.assert(
		fc.property(texts, (text) => {
			expect(pathSegment('id', text)).toEqual({ value: '', issues: [issue] });
		}),
		{ seed: 1 },
	);
}

describe('pathSegment', () => {
	it('encodes any text that stays one segment', () => {
		const unit = fc.constantFrom(...Array.from('aZ09-_~!* :@;?#&=+,$"<>|^äé日😀'));
		const texts = fc.string({ unit, minLength: 1 }).map((text) => `x${text}x`);
		fc.assert(
			fc.property(texts, (text) => {
				const { value: segment, issues } = pathSegment('id', ` ${text}\n`);
				expect(issues).toEqual([]);
				expect(decodeURIComponent(segment)).toBe(text);
				expect(segment).toMatch(/^[\w.!~*'()%-]+$/);
			}),
			{ seed: 1 },
		);
	});

	it('rejects dots that lead elsewhere, however they are encoded', () => {
		expectRefused(DOTS, "which isn't an ID.");
	});

	it('rejects a slash, however it is encoded', () => {
		expectRefused(
			fc
				.constantFrom('/', '\\')
				.chain(escapesOf)
				.map((slash) => `a${slash}b`),
			'contains a slash',
		);
		expectRefused(fc.constantFrom('../x', '..%2Fx', '%ZZ%2f', '%C0%2f'), 'contains a slash');
	});

	it('rejects a control character, however it is encoded', () => {
		const controls = fc.constantFrom('\0', '\r', '\n', '\t', '\u007f').chain(escapesOf);
		expectRefused(
			controls.map((control) => `a${control}b`),
			'a control character',
		);
		expectRefused(fc.constant('a\u0085b'), 'a control character');
	});

	it.each<{ value: unknown; segment?: string; problem?: string }>([
		{ value: 7, segment: '7' },
		{ value: '...', segment: '...' },
		{ value: '100%', segment: '100%25' },
		{ value: '%C0', segment: '%25C0' },
		{ value: undefined, problem: 'is empty.' },
		{ value: {}, problem: 'is empty.' },
		{ value: '%25252525252e', problem: 'is encoded several times.' },
		{ value: '\ud800', problem: 'contains a broken Unicode character.' },
	])('reads $value as "$segment" ($problem)', ({ value, segment = '', problem }) => {
		const text = expect.stringContaining(problem ?? '') as string;
		const issues = problem === undefined ? [] : [{ path: 'id', text }];
		expect(pathSegment('id', value)).toEqual({ value: segment, issues });
	});
});

it('accepts only a UUID as a UUID segment', () => {
	expect(uuidSegment('id', ` ${UUID} `)).toEqual({ value: UUID, issues: [] });
	expect(uuidSegment('id', 'abc').issues[0]?.text).toContain('a UUID');
	expect(uuidSegment('id', `${UUID}/..`).issues[0]?.text).toContain('a slash');
});
