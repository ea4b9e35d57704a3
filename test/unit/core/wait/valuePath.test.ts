import { stateAt, valueAt } from '../../../../nodes/engine/wait/waitRule';

const RESPONSE = {
	status: 200,
	result: {
		...{ state: 'Running', isPaused: false, replicas: 0, error: null, 'two words': 'x' },
		...{ tables: [{ name: 'orders' }, 'done'], blank: ' ' },
	},
	empty: {},
};
const ABSENT = ['result.missing', 'result.error', 'result.tables.2', 'empty.x', 'result.toString'];

describe('the value at a path', () => {
	it.each<[string, string]>([
		['status', '200'],
		['result.state', 'Running'],
		[' result.state\n', 'Running'],
		['result.isPaused', 'false'],
		['result.replicas', '0'],
		['result.two words', 'x'],
		['result.tables.0.name', 'orders'],
		['result.tables.1', 'done'],
		...ABSENT.map((path): [string, string] => [path, '']),
	])('%s is its text, empty if only the last field is missing: %s', (path, value) => {
		expect(valueAt(RESPONSE, path, String)).toEqual({ value });
	});

	const LIST = '"result.tables" is a list of 2 elements.';
	const NEITHER = 'is neither an object nor a list. End the path there.';

	it.each([
		['reslt.state', 'The response has no "reslt". The response contains status, result, empty.'],
		['empty.x.y', 'The response has no "empty.x". "empty" contains nothing.'],
		['result.error.code', `"result.error" ${NEITHER}`],
		['status.code', `"status" ${NEITHER}`],
		['result.tables.name', `${LIST} Choose one by its index, counted from 0.`],
		['result.tables.5.name', `The response has no "result.tables.5". ${LIST}`],
		['result.tables', LIST],
		['result.tables.0', '"result.tables.0" contains name.'],
		['__proto__.x', 'The response has no "__proto__".'],
	])('%s leads to none, and the error lists the existing fields', (path, problem) => {
		expect(valueAt(RESPONSE, path, String)).toEqual({
			problem: expect.stringContaining(problem) as unknown,
		});
	});

	it('is none if the response is no object', () => {
		expect(valueAt(undefined, 'a', String)).toEqual({ problem: `The response ${NEITHER}` });
	});

	it('names ten fields at most, and shortens them', () => {
		const names = Array.from({ length: 12 }, (_, n) => `${'n'.repeat(100)}${String(n)}`);
		const found = valueAt(Object.fromEntries(names.map((name) => [name, 1])), 'a.b', String);
		expect(JSON.stringify(found)).toMatch(/contains (?:n{80}…(?:, )?){10} and 2 more\./);
	});

	it('contains no secret in the fields or the path, even if a name is cut', () => {
		const secret = 'canary-0123456789';
		const long = `${'n'.repeat(70)}${secret}`;
		const body = { [secret]: { [long]: 1 }, shown: 1 };
		const problems = [
			'reslt.state',
			secret,
			`${secret}.a.b`,
			`shown.${secret}`,
			`${secret}.${long}.x`,
		].map((path) => JSON.stringify(valueAt(body, path, (text) => text.replaceAll(secret, '***'))));
		expect(problems[0]).toContain('The response contains ***, shown.');
		expect(problems[1]).toContain(`\\"***\\" contains ${'n'.repeat(70)}***.`);
		expect(problems.join()).not.toContain('canary');
	});
});

describe('the state at a path', () => {
	it.each([
		['status', '200'],
		['result.state', 'Running'],
	])('%s is its text', (path, value) => {
		expect(stateAt(RESPONSE, path)).toEqual({ value });
	});

	it.each(['result.missing', 'result.error', 'result.blank', 'result', 'reslt.state'])(
		'%s: there is none if it is missing, empty or no text',
		(path) => {
			expect(stateAt(RESPONSE, path)).toEqual({ problem: `The response has no "${path}".` });
		},
	);
});
