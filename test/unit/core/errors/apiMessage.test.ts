import { apiMessage } from '../../../../nodes/engine/errors/apiMessage';
import { parseResponse } from '../../../../nodes/engine/http/response';

function messageIn(body: string | object, status = 400): string {
	const response = parseResponse({ status, headers: {}, body });
	return apiMessage(response, 'fault', (text) => text.replaceAll('canary', '***'));
}

describe('apiMessage', () => {
	it.each([
		{ from: 'the key of this API first', body: { message: 'b', fault: 'a' }, message: 'a: b' },
		{ from: 'a key once', body: { message: 'Bad name', fault: 'name' }, message: 'Bad name' },
		{ from: 'a part once', body: { message: 'name', fault: 'Bad name' }, message: 'Bad name' },
		{ from: 'the next key if that is empty', body: { fault: '', error: 'b' }, message: 'b' },
		{ from: 'an object', body: { error: { code: 7, message: 'no canary' } }, message: 'no ***' },
		{ from: 'a list', body: { errors: ['a', { message: 'b' }, 3] }, message: 'a; b' },
		{ from: 'a problem report', body: { title: 'a', detail: 'b' }, message: 'b' },
		{ from: 'JSON text', body: '"a text"', message: 'a text' },
		{ from: 'plain text, on one line', body: 'plain\n canary', message: 'plain ***' },
		{
			from: 'nothing from a web page, whose title a proxy wrote',
			body: '<html><head><TITLE lang="en"> A > B </title></head>secret',
			message: '',
		},
		{ from: 'four levels, and no deeper', body: { error: [[[['deep']]]] }, message: '' },
		{ from: 'a page without a title', body: '<body>only body', message: '' },
		{ from: 'a text after its status', body: '400 Bad Request', message: 'Bad Request' },
		{ from: 'no title after its status', body: '<title>Error 400: No</title>', message: '' },
		{ from: 'nothing from a part of a page', body: ' <p>Sign in</p>', message: '' },
		{ from: 'no page in JSON', body: { message: '<html><title>No</title>' }, message: '' },
		{ from: 'JSON with a tag', body: { message: '<name> is empty' }, message: '<name> is empty' },
		{ from: 'a text with another number', body: '404 rows', message: '404 rows' },
		{ from: 'XML', body: '<?xml version="1.0"?><Error/>', message: '' },
	])('reads $from as "$message"', ({ body, message }) => {
		expect(messageIn(body).replace(/\s+/g, ' ')).toBe(message);
	});

	it('shows a repeated clause once', () => {
		const clauses = 'Body failed: a: Required; b: Bad';
		expect(messageIn(`${clauses}; a: Required; b: Bad`)).toBe(clauses);
		expect(messageIn('b: Bad\nb: Bad')).toBe('b: Bad');
	});

	it('shows a repeated clause after a prefix once', () => {
		const twice = 'name: Required; name: Required; b';
		const once = 'Bad Request: name: Required; b';
		expect(messageIn({ fault: 'Bad Request', message: twice })).toBe(once);
		expect(messageIn(`Bad Request: ${twice}`)).toBe(once);
		expect(messageIn({ fault: 'Bad Request', message: 'b; b' })).toBe('Bad Request: b');
		expect(messageIn('name: Required; Required')).toBe('name: Required; Required');
	});

	it("doesn't show a truncated record", () => {
		expect(messageIn(' {"error": "BAD')).toBe('{"error": "BAD');
		expect(messageIn(' {"result": {"id', 200)).toBe('');
		expect(messageIn('[1', 200)).toBe('');
		expect(messageIn('Sign in first', 200)).toBe('Sign in first');
	});

	it('redacts a secret before it cuts the message', () => {
		expect(messageIn(`${'x'.repeat(598)}canary`)).toBe(`${'x'.repeat(598)}**…`);
	});

	// Searching one of these texts for the other would take minutes.
	it('cuts two long texts before it compares them', () => {
		const long = 'a'.repeat(400_000);
		expect(messageIn({ fault: `${long}b${long}`, message: `${long}${long}` })).toHaveLength(601);
	});
});
