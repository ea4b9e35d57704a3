import type { ReadError } from '../../../nodes/features/watch/poll';
import { failingError, readFailure } from '../../../nodes/features/watch/watchErrors';
import { json } from '../core/fakes';
import { ALERTS, ENDPOINTS, failure, PIPES, SERVICES } from './fakePoll';

const IDS = { label: 'Pipe IDs', thing: 'ID' } as const;
const PATHS = { label: 'Paths', thing: 'path' } as const;

function failed(httpCode: string): ReadError {
	return { message: `It failed with ${httpCode}.`, description: 'Do this.', httpCode };
}

const REFUSED = [
	{ id: 'a', error: failed('403') },
	{ id: 'b', error: failed('404') },
];
const MANY = Array.from({ length: 12 }, (_, n) => ({
	id: `id${String(n)}`,
	error: failed('404'),
}));

it.each([
	{
		name: 'readFailure names ten paths, and counts the rest',
		error: readFailure(PATHS, MANY),
		message: /^Paths: 12 paths .*: id0, id1, .*, id9 and 2 more$/,
		description: /\n• id0: .*\n• id9: It failed with 404\.$/s,
	},
	{
		name: 'readFailure puts a cause that stops every read before refused IDs',
		error: readFailure(IDS, [...REFUSED, { id: 'c', error: failed('500') }]),
		message: /^It failed with 500\.$/,
		description: /^Do this\.$/,
	},
	{
		name: 'the report of IDs that keep failing says that the rest are still watched',
		error: failingError(IDS, REFUSED),
		message: /^Pipe IDs: 2 IDs couldn't be read in two consecutive polls: a, b$/,
		description:
			/^The trigger still watches the other IDs\..*\n• a: It failed with 403\.\n• b: .*$/,
	},
])('$name', ({ error, message, description }) => {
	expect(error?.message).toMatch(message);
	expect(error?.description).toMatch(description);
});

it.each([
	{ name: 'alerts', parameters: ALERTS, advice: /Base URL.*this list\.$/ },
	{ name: 'pipes', parameters: PIPES, advice: /list pipes\. In that case, use Value Changed/ },
	{
		name: 'services',
		parameters: SERVICES,
		advice: /list services\. In that case, enter their IDs with an expression/,
	},
	{
		name: 'endpoints',
		parameters: ENDPOINTS,
		advice: /list reverse private endpoints\. In that case, enter their IDs with an expression/,
	},
	{
		name: 'the services of pipes',
		parameters: { event: PIPES.event },
		advice: /list services\. In that case, use Value Changed/,
	},
	{
		name: 'the services of endpoints',
		parameters: { event: ENDPOINTS.event },
		advice: /list services\. In that case, choose a service and enter the IDs of its endpoints/,
	},
])("explains that the API doesn't list $name", async ({ parameters, advice }) => {
	const error = await failure({ parameters, staticData: {}, respond: () => json({}, 404) });
	expect(error.description).toMatch(advice);
});
