import { operations } from '../../../nodes/CloudDashboard/resources';
import { CLICKSTACK_IDS as IDS } from '../../../tools/emulator';
import { growth, MAX_GROWTH } from '../../growth';
import { planOf } from './plans';

describe('Event → Search', () => {
	const hintsFor = (where: string, whereLanguage = 'lucene') =>
		planOf(operations.event.search, {
			sourceId: IDS.sourceId,
			period: 'lastHour',
			limit: 50,
			where,
			whereLanguage,
		}).hints;

	it.each([
		['level:(error', 'Where contains an unmatched parenthesis. The node sends it as entered.'],
		[
			'level:error) OR (level:warn',
			'Where contains an unmatched parenthesis. The node sends it as entered.',
		],
		['Body:"time out', 'Where contains an unmatched double quote. The node sends it as entered.'],
		['Body:"a \\" b', 'Where contains an unmatched double quote. The node sends it as entered.'],
	])('warns of the unbalanced Lucene condition %j', (where, hint) => {
		expect(hintsFor(where)).toEqual([hint]);
		expect(hintsFor(where, 'sql')).toEqual([]);
	});

	it.each(['path:"/a', '/a" OR b', 'path:a/b" c/d', '/a"b/ OR (c', '/a\\/"'])(
		'warns of %j, in which a slash begins no regular expression with the quote',
		(where) => {
			expect(hintsFor(where)).toHaveLength(1);
		},
	);

	it.each(['/a"b/', 'path:/a"b/', '(-/(a\\/"/ OR b)', 'path:/a (b/c)', 'path:(/api/v1 OR /b)'])(
		'accepts the slashes of %j',
		(where) => {
			expect(hintsFor(where)).toEqual([]);
		},
	);

	it.each(['level:(error OR warn)', 'Body:"f(x"', 'Body:f\\(x', 'Body:a\\"b', "Body:it's", ''])(
		'accepts the Lucene condition %j',
		(where) => {
			expect(hintsFor(where)).toEqual([]);
		},
	);

	it('needs linear time for nested parentheses', async () => {
		const nested = (count: number) => `${'('.repeat(count)}a${')'.repeat(count)}`;
		expect(await growth(2000, nested, (where) => hintsFor(where))).toBeLessThan(MAX_GROWTH);
	});
});
