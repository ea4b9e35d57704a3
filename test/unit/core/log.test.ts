import type { Logger } from 'n8n-workflow';

import type { ClientEvent } from '../../../nodes/core/http/client';
import type { JsonObject } from '../../../nodes/core/json';
import { nodeLog } from '../../../nodes/core/log';

const ID = '3f0c9a52-7b1d-4e8a-9c64-2d5e8f7a1b90';

/** What is logged about a response, with the word "secret" and one UUID as secrets. */
function loggedFor(json?: JsonObject): unknown {
	const logged: unknown[] = [];
	const note = (_message: string, facts: unknown) => void logged.push(facts);
	const logger: Logger = { debug: note, error: note, info: note, warn: note };
	const redact = (text: string) =>
		text.replace('secret', '***').replace(ID.replace('3', '4'), '***');
	const event: ClientEvent = {
		...{ kind: 'response', index: 0, attempt: 1, ms: 5 },
		request: { method: 'GET', path: '/things' },
		response: { status: 401, headers: {}, text: '', ...(json && { json }) },
	};
	nodeLog(logger, redact).observe(event);
	return logged[0];
}

describe('nodeLog', () => {
	it('notes the ID of a request', () => {
		expect(loggedFor({ requestId: ID })).toMatchObject({ status: 401, requestId: ID });
	});

	it.each([
		{ requestId: 'a secret' },
		{ requestId: ID.replace('3', '4') },
		{ requestId: 'a text of the request' },
		{ requestId: 5 },
		{},
		undefined,
	])('notes none from %j, which may repeat what was sent', (json) => {
		const facts = { item: 0, attempt: 1, status: 401, ms: 5 };
		expect(loggedFor(json)).toEqual({ ...facts, requestId: undefined });
	});
});
