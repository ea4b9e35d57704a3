import type { ReadError } from '../../../nodes/features/watch/poll';
import {
	failingError,
	readFailure,
	wrongPathError,
} from '../../../nodes/features/watch/stateChanged';
import { json } from '../core/fakes';
import { ALERTS, ENDPOINTS, failure, PIPES, SERVICES } from './fakePoll';

const IDS = { label: 'Pipe IDs', thing: 'ID' } as const;
const PATHS = { label: 'Paths', thing: 'path' } as const;

function failed(httpCode: string): ReadError {
	return { message: `It failed with ${httpCode}.`, description: 'Do this.', httpCode };
}

const REFUSED = [
	['a', failed('403')],
	['b', failed('404')],
] as const;

it('a poll that reads nothing names the IDs that are refused, and why', () => {
	expect(readFailure(IDS, REFUSED)).toEqual({
		message: "Pipe IDs: 2 IDs can't be read: a, b",
		description: expect.stringMatching(
			/^Correct or remove these IDs.*\n• a: It failed with 403\.\n• b: It failed with 404\.$/,
		) as unknown,
		httpCode: '403',
	});
});

it('a poll that reads nothing names ten paths, and counts the others', () => {
	const many = Array.from({ length: 12 }, (_, n) => [`id${String(n)}`, failed('404')] as const);
	const { message, description } = readFailure(PATHS, many);
	expect(message).toMatch(/^Paths: 12 paths .*: id0, id1, .*, id9 and 2 more$/);
	expect(description).toMatch(/\n• id0: .*\n• id9: It failed with 404\.$/s);
});

it('a cause that stops every read comes before IDs that are refused', () => {
	expect(readFailure(IDS, [...REFUSED, ['c', failed('500')]])).toEqual(failed('500'));
});

it('an empty list is explained', () => {
	expect(readFailure(IDS, [])).toMatchObject({
		message: 'The list is empty: there is nothing to watch yet.',
		description: expect.stringContaining('first one') as unknown,
	});
});

it('the report of IDs that keep failing says that the others are watched', () => {
	const { message, description } = failingError(IDS, REFUSED);
	expect(message).toBe("Pipe IDs: 2 IDs couldn't be read in two consecutive polls: a, b");
	expect(description).toMatch(
		/^The other IDs are still watched.*\n• a: It failed with 403\.\n• b: .*$/,
	);
});

it('a value path that leads to nothing is reported for its paths alone', () => {
	const wrong = { message: 'There is no "a".', description: '', isWrongPath: true } as const;
	const { message, description } = wrongPathError([...REFUSED, ['/v1/c', wrong]]) ?? {};
	expect(message).toMatch(/^Value Path .* 1 path: \/v1\/c$/);
	expect(description).toMatch(/^Correct Value Path\. .*\n• \/v1\/c: There is no "a"\.$/);
	expect(wrongPathError(REFUSED)).toBeUndefined();
});

it.each([
	{ name: 'alerts', parameters: ALERTS, advice: /Base URL.*this list\.$/ },
	{ name: 'pipes', parameters: PIPES, advice: /list of pipes: use Value Changed/ },
	{
		name: 'services',
		parameters: SERVICES,
		advice: /list of services: enter their IDs with an expression/,
	},
	{
		name: 'endpoints',
		parameters: ENDPOINTS,
		advice: /list of reverse private endpoints: enter their IDs with an expression/,
	},
	{
		name: 'the services of pipes',
		parameters: { event: PIPES.event },
		advice: /list of services: use Value Changed/,
	},
	{
		name: 'the services of endpoints',
		parameters: { event: ENDPOINTS.event },
		advice: /list of services: choose a service and enter the IDs of its endpoints/,
	},
])('if the API has no list of $name, the poll says what to do', async ({ parameters, advice }) => {
	const error = await failure({ parameters, staticData: {}, respond: () => json({}, 404) });
	expect(error.description).toMatch(advice);
});
