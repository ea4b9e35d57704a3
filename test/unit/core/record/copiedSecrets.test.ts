import { copiedSecretIssues } from '../../../../nodes/features/record/copiedSecrets';

const FULL = 'See https://wiki.example.com/?token=abcdef&page=2';
const SHOWN = 'See https://wiki.example.com/?token=***&page=2';
const TEXT =
	'contains ***, which stands for a secret in outputs. Enter the secret itself, or leave it out.';

describe('copiedSecretIssues', () => {
	it.each([
		{ at: 'a text', body: { note: SHOWN }, stored: { note: FULL }, path: 'note' },
		{
			at: 'a row at another position',
			body: { tiles: [{}, { config: { markdown: SHOWN } }] },
			stored: { tiles: [{ config: { markdown: FULL } }] },
			path: 'tiles.1.config.markdown',
		},
		{
			at: 'SQL',
			body: { sql: "SELECT extract(body, 'token=***') FROM logs" },
			stored: { sql: "SELECT extract(body, 'token=([a-z]+)') FROM logs" },
			path: 'sql',
		},
		{
			at: "a URI's login without a stored record",
			body: { uri: 'mongodb+srv://***@h' },
			stored: undefined,
			path: 'uri',
		},
	])('rejects *** in place of the stored text in $at', ({ body, stored, path }) => {
		expect(copiedSecretIssues(body, stored)).toEqual([{ path, text: TEXT }]);
	});

	it.each([
		{ body: { credentials: { password: '***' } }, path: 'credentials.password' },
		{ body: { headers: { 'X-Custom': '***' } }, path: 'headers.X-Custom' },
	])('warns about *** as a whole secret at $path', ({ body, path }) => {
		expect(copiedSecretIssues(body, undefined)).toMatchObject([{ path, verdict: 'hint' }]);
	});

	it.each([
		{ body: { text: '{"password":"***"}' }, path: 'text' },
		{ body: { sql: "SELECT replace(u, ':', '://***@')" }, path: 'sql' },
	])('treats *** at $path as unusual without proof', ({ body, path }) => {
		expect(copiedSecretIssues(body, undefined)).toMatchObject([{ path, verdict: 'unusual' }]);
	});

	it('rejects JSON text as outputs show it', () => {
		const stored = { body: '{"password":"canary"}' };
		expect(copiedSecretIssues({ body: '{"password":"***"}' }, stored)).toEqual([
			{ path: 'body', text: TEXT },
		]);
	});

	it.each([
		{ stored: undefined, because: 'nothing is stored' },
		{
			stored: { note: 'https://wiki.example.com/?token=other' },
			because: 'the stored text differs',
		},
	])('treats *** as unusual if $because', ({ stored }) => {
		expect(copiedSecretIssues({ note: SHOWN }, stored)).toMatchObject([
			{ path: 'note', verdict: 'unusual', text: TEXT },
		]);
	});

	it('accepts *** that is stored', () => {
		expect(copiedSecretIssues({ note: SHOWN }, { tiles: [{ note: SHOWN }] })).toEqual([]);
	});

	it.each([
		{ text: '***' },
		{ text: '# Title\n***\n***bold***' },
		{ text: 'glob/***@v1' },
		{ text: 'SELECT 2 *** 3' },
		{ text: FULL },
	])('accepts $text', ({ text }) => {
		expect(copiedSecretIssues({ note: text }, { note: FULL, key: text })).toEqual([]);
		expect(copiedSecretIssues({ note: text }, { note: FULL })).toEqual([]);
	});
});
