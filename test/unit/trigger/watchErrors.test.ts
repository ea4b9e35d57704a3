import type { ReadError } from '../../../nodes/features/watch/poll';
import {
	failingError,
	readFailure,
	wrongPathError,
} from '../../../nodes/features/watch/stateChanged';
import { json } from '../core/fakes';
import { ALERTS, ENDPOINTS, failure, PIPES, SERVICES } from './fakePoll';

const IDS = { label: 'Pipe IDs', thing: 'ID' } as const;
const failed = (httpCode: string, more: Partial<ReadError> = {}): ReadError => ({
	message: `It failed with ${httpCode}.`,
	description: 'Do this.',
	httpCode,
	...more,
});
const many = (count: number) =>
	Array.from({ length: count }, (_, n) => [`id${String(n)}`, failed('404')] as const);
const rejected = [
	['a', failed('403')],
	['b', failed('404')],
] as const;
const WRONG = { message: 'There is no "a".', description: '', isWrongPath: true } as const;

it.each<[ReadError | undefined, string | undefined, RegExp, RegExp]>([
	[readFailure(IDS, []), undefined, /^The list is empty/, /first one/],
	[readFailure(IDS, [...rejected, ['c', failed('500')]]), '500', /^It failed with 500/, /^Do this/],
	[
		readFailure(IDS, rejected),
		'403',
		/^Pipe IDs: 2 IDs .*: a, b$/,
		/^Correct or remove these IDs.*\n• a: It failed with 403\.\n• b: It failed with 404\.$/,
	],
	[
		readFailure({ label: 'Paths', thing: 'path' }, many(12)),
		'404',
		/^Paths: 12 paths .*: id0, id1, .*, id9 and 2 more$/,
		/^Correct or remove these paths.*\n• id0: .*\n• id9: It failed with 404\.$/s,
	],
	[
		failingError(IDS, rejected),
		undefined,
		/^Pipe IDs: 2 IDs .* two consecutive polls: a, b$/,
		/^The other IDs are still watched.*\n• a: It failed with 403\.\n• b: .*$/,
	],
	[
		wrongPathError([...rejected, ['/v1/c', WRONG]]),
		undefined,
		/^Value Path .* 1 path: \/v1\/c$/,
		/^Correct Value Path\. .*\n• \/v1\/c: There is no "a"\.$/,
	],
])('a failed read has advice', (error, httpCode, message, description) => {
	expect(error?.message).toMatch(message);
	expect(error?.description).toMatch(description);
	expect(error?.httpCode).toBe(httpCode);
});

it.each([
	[ALERTS, /Base URL.*this list\.$/],
	[PIPES, /list of pipes: use Value Changed/],
	[SERVICES, /list of services: enter their IDs with an expression/],
	[ENDPOINTS, /list of reverse private endpoints: enter their IDs with an expression/],
	[{ event: PIPES.event }, /list of services: use Value Changed/],
	[
		{ event: ENDPOINTS.event },
		/list of services: choose a service and enter the IDs of its endpoints/,
	],
])('%j explains that the list might not exist, with advice', async (parameters, advice) => {
	const respond = () => json({}, 404);
	const error = await failure({ parameters, staticData: {}, respond });
	expect(error).toHaveProperty('description', expect.stringMatching(advice));
});
