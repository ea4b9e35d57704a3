import { documentsIn, readDocument } from '../../tools/docs/files';

it('README.md counts the operations that only our contract checks', () => {
	const coverage = readDocument('docs/reference/coverage.md');
	const [, count] = /It lacks (\d+) operations of the nodes/.exec(coverage) ?? [];
	expect(readDocument('README.md')).toContain(`[${String(count)} newer operations]`);
});

it.each(documentsIn('docs/reference/pipe').filter((page) => /postgres|my|mongo|big/.test(page)))(
	'%s names the ways to define tables as the panel does',
	(page) => {
		const conditions = readDocument(page).match(/^- When \*\*Define Tables\*\* .*:$/gm);
		expect(conditions).toEqual([
			'- When **Define Tables** is _By Fields_:',
			'- When **Define Tables** is _As List_:',
		]);
	},
);

it('docs/reference/errors.md explains each message once', () => {
	const page = readDocument('docs/reference/errors.md');
	const [, table = ''] = /## Connection and response(.*)## Unknown outcomes/s.exec(page) ?? [];
	const messages = [...table.matchAll(/^\| (.+?) \|/gm)].flatMap(([, cell = '']) =>
		cell.split('<br>'),
	);
	expect(messages.length).toBeGreaterThan(30);
	expect(messages.filter((message, index) => messages.indexOf(message) < index)).toEqual([]);
});

it('README.md rounds the measured times of 1,000 reads', () => {
	const page = readDocument('docs/development/performance.md');
	const [, own = '', other = ''] =
		/^\| 1,000 × Service → Get +\| ([\d,]+) \(.*?\) +\| ([\d,]+) \(/m.exec(page) ?? [];
	const [seconds = '', others = ''] = [own, other].map((ms) =>
		(Number(ms.replace(',', '')) / 1000).toFixed(1),
	);
	expect(readDocument('README.md')).toContain(
		`takes ${seconds} seconds, and ${others} with HTTP Request`,
	);
});
