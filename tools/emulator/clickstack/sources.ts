import type { Behaviour } from '../routes/records';
import { badRequest } from './reply';

const DEFAULT_PRECISION = 3;

/** An update replaces a source as a whole; a new one ignores the ID that is sent. */
export const sources: Behaviour = {
	refuse: ({ operation, body, state: { clickStack } }) =>
		operation.method === 'DELETE' || clickStack.connections.has(String(body['connection']))
			? undefined
			: badRequest('connection must be an existing connection id'),
	store: ({ body }, { id }) => ({
		...(body['kind'] === 'trace' && { durationPrecision: DEFAULT_PRECISION }),
		...body,
		id,
	}),
};
