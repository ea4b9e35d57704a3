import { scalarAt, stateAt } from '../../../../nodes/engine/wait/waitChecks';

const RESPONSE = {
	status: 200,
	result: {
		state: 'Running',
		error: null,
		tables: [{ name: 'orders' }, 'done'],
		blank: ' ',
	},
	empty: {},
};

describe('scalarAt', () => {
	it.each([
		{ path: ' result.state\n', value: 'Running' },
		{ path: 'result.tables.0.name', value: 'orders' },
		// Only the last field may be missing.
		{ path: 'result.error', value: '' },
		{ path: 'result.tables.2', value: '' },
		{ path: 'result.toString', value: '' },
	])('returns "$value" for $path', ({ path, value }) => {
		expect(scalarAt(RESPONSE, path, String)).toEqual({ value });
	});

	const LIST = '"result.tables" is a list of 2 elements.';
	const NEITHER = 'is neither an object nor a list. End the path there.';

	it.each([
		{
			path: 'reslt.state',
			problem: 'The response has no "reslt". The response contains status, result, empty.',
		},
		{ path: 'result.error.code', problem: `"result.error" ${NEITHER}` },
		{
			path: 'result.tables.name',
			problem: `${LIST} Add the index of an element to the path, counted from 0.`,
		},
		{ path: 'result.tables.5.name', problem: `The response has no "result.tables.5". ${LIST}` },
		{ path: 'result.tables.0', problem: '"result.tables.0" contains name.' },
	])('lists the existing fields if $path leads to nothing', ({ path, problem }) => {
		const found = scalarAt(RESPONSE, path, String);
		expect('problem' in found && found.problem).toContain(problem);
	});

	it("returns nothing for a response that isn't an object", () => {
		expect(scalarAt(undefined, 'a', String)).toEqual({ problem: `The response ${NEITHER}` });
	});

	it('lists ten of many fields', () => {
		const names = Array.from({ length: 12 }, (_, n) => `${'n'.repeat(100)}${String(n)}`);
		const found = scalarAt(Object.fromEntries(names.map((name) => [name, 1])), 'a.b', String);
		expect(JSON.stringify(found)).toMatch(/contains (?:n{80}…(?:, )?){10} and 2 more\./);
	});

	it('redacts secrets in the fields and the path', () => {
		const secret = 'canary-0123456789';
		const long = `${'n'.repeat(70)}${secret}`;
		const body = { [secret]: { [long]: 1 }, shown: 1 };
		const problemAt = (path: string) =>
			JSON.stringify(scalarAt(body, path, (text) => text.replaceAll(secret, '***')));
		expect(problemAt('reslt.state')).toContain('The response contains ***, shown.');
		expect(problemAt(secret)).toContain(`\\"***\\" contains ${'n'.repeat(70)}***.`);
		for (const path of [`${secret}.a.b`, `shown.${secret}`, `${secret}.${long}.x`]) {
			expect(problemAt(path)).not.toContain('canary');
		}
	});
});

it('rejects a missing or empty state', () => {
	expect(stateAt(RESPONSE, 'status')).toEqual({ value: '200' });
	expect(stateAt(RESPONSE, 'result.state')).toEqual({ value: 'Running' });
	for (const path of ['result.missing', 'result.error', 'result.blank', 'result', 'reslt.state']) {
		expect(stateAt(RESPONSE, path)).toEqual({ problem: `The response has no "${path}".` });
	}
});
