import type { INodeExecutionData } from 'n8n-workflow';

import type { Operation } from '../../../../nodes/engine/operation';
import type { FakeNode, Respond } from '../fakes';
import {
	byItem,
	CREATE,
	CREDENTIAL,
	execute,
	FakeTime,
	json,
	nameIn,
	REMOVE,
	text,
	withOptions,
} from '../fakes';

export const create = withOptions(CREATE);
export const TABLE = {
	thing: {
		create,
		mixed: {
			...create,
			plan: ({ name }) => ({
				request: { method: name === 't0' ? 'GET' : 'POST', path: '/things', body: { name } },
				issues: [],
			}),
		},
		remove: { ...withOptions(REMOVE), repeatable: true },
		raw: { ...create, unredacted: true },
		update: { ...create, repeatable: true },
		put: { ...create, repeatable: ({ name }) => name === 't0' },
		call: {
			...create,
			properties: [
				...create.properties,
				{ displayName: 'Path', name: 'path', type: 'string', default: '' },
				{ displayName: 'Method', name: 'method', type: 'string', default: '' },
			],
			plan: ({ name, path, method }) => ({
				request: {
					method: method === 'DELETE' ? method : 'POST',
					path: String(path),
					body: { name },
				},
				issues: [],
			}),
		},
	} satisfies Record<string, Operation>,
};
export const onError = 'continueRegularOutput' as const;
export const NAMES = ['t0', 't1', 't2'];

let keys = 0;

/** A node that n8n runs several times: n8n's stored data stays, hints are each run's own. */
export function node(setup: FakeNode) {
	const stored: Record<string, unknown> = {};
	const time = new FakeTime();
	keys += 1;
	// A key of its own: requests of other tests delay nothing.
	const credentials = { testApi: { ...CREDENTIAL, keyId: `key ${String(keys)}` } };
	return {
		stored,
		async run(changes: FakeNode = {}) {
			const ordinary = { operation: 'create', count: 3, fields: { name: byItem }, credentials };
			const all = { ...ordinary, respond: succeed, ...setup, ...changes, stored, hints: [] };
			const { sent, ...result } = await execute(all, TABLE, time);
			// n8n stores the context with the execution, as text.
			const restored: unknown = JSON.parse(JSON.stringify(stored));
			for (const name of Object.keys(stored)) Reflect.deleteProperty(stored, name);
			Object.assign(stored, restored);
			time.time += 60_000;
			return { ...result, sent: sent.map(({ options }) => nameIn(options.body)) };
		},
	};
}

/** Answers every request with its name as ID, except the named one. */
export function failingAt(name: string, response = json({ error: 'no' }, 400)): Respond {
	return ({ body }) =>
		nameIn(body) === name ? response : json({ result: { id: String(nameIn(body)) } });
}

export const succeed = failingAt('none');
export const UNKNOWN = text('<html><title>Gateway Time-out</title>', 504);
export const ids = (items: INodeExecutionData[]): unknown[] => items.map((item) => item.json['id']);
export const secretly = (password: string) => ({ name: byItem, password });

export const AT = '2027-01-15 08:00:00 (UTC)';
export const MADE = `made in the attempt at ${AT} with different secrets, so not repeated. To use the current secrets, update the record, or delete it and create it in a new execution`;

export const REFUSED_SECOND: FakeNode = { respond: failingAt('t1') };
