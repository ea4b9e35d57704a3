import { json, shown } from '../core/fakes';
import type { JsonObject } from '../../../nodes/engine/json';
import { dataObject } from '../../../nodes/engine/json';
import { operationOf, SERVICE_ID, TABLES } from './context';
import type { ManagementRun } from './runManagement';
import { newCredential, refusal, runManagement } from './runManagement';

const SECRET = 'canary-shown-once-1';
const CREATE = {
	service: {
		fields: { name: 'Shop', provider: 'aws', region: 'us-east-1', ipAccess: {} },
		result: { service: { id: SERVICE_ID, name: 'Shop' }, password: SECRET },
		path: 'services',
	},
	apiKey: {
		fields: { name: 'Shop' },
		result: { key: { id: SERVICE_ID, name: 'Shop' }, keyId: 'k', keySecret: SECRET },
		path: 'keys',
	},
};
const SECRET_KEY = { service: 'password', apiKey: 'keySecret' };

describe.each(['service', 'apiKey'] as const)(
	'secretsShownOnce (secret of a new %s)',
	(resource) => {
		const { fields, result, path } = CREATE[resource];

		/** The second record is refused at first. */
		function openRun(changes: Partial<ManagementRun> = {}) {
			let created = 0;
			return {
				fields: { resource, operation: 'create', ...fields, options: {} },
				credential: newCredential(),
				count: 2,
				answer: () => {
					created += 1;
					return created === 2 ? refusal(400, 'BAD_REQUEST: quota') : json({ result });
				},
				...changes,
			};
		}

		it('outputs the stored secret again on a retry', async () => {
			const stored: Record<string, unknown> = {};
			const run = openRun({ stored });
			const failed = await runManagement(run);
			expect(shown(failed.error).details).toMatchObject({ outcome: 'refused' });
			expect(JSON.stringify([shown(failed.error), stored, failed.logged])).not.toContain(SECRET);
			const { items, requests } = await runManagement(run);
			expect(requests).toEqual([`POST ${path}`]);
			expect(items).toMatchObject([
				{ id: SERVICE_ID, name: 'Shop', [SECRET_KEY[resource]]: SECRET },
				{ [SECRET_KEY[resource]]: SECRET },
			]);
		});

		it("hints at the secret's output field without showing the secret", async () => {
			const { hints } = await runManagement(openRun({ count: 1 }));
			expect(hints.join()).toMatch(/never shows again/);
			expect(hints.join()).not.toContain(SECRET);
		});

		it('outputs the secret in the full response', async () => {
			const options = { fullResponse: true };
			const run = openRun({ count: 1 });
			const { items } = await runManagement({ ...run, fields: { ...run.fields, options } });
			expect(items).toMatchObject([{ result: { [SECRET_KEY[resource]]: SECRET } }]);
			expect(items[0]).not.toHaveProperty('summary');
		});
	},
);

/** These operations output a secret if the response is complete. */
const HINTED = [
	{
		name: 'apiKey.create',
		whole: { key: { id: SERVICE_ID }, keyId: 'k', keySecret: SECRET },
		keys: ['keyId', 'keySecret'],
		byHash: { hashData: { keyIdHash: 'h' } },
		advice: 'API Key → Delete',
	},
	{
		name: 'service.create',
		whole: { service: { id: SERVICE_ID }, password: SECRET },
		keys: ['password'],
		advice: 'Service → Reset Password',
	},
	{
		name: 'service.resetPassword',
		whole: { password: SECRET },
		keys: ['password'],
		byHash: { newPasswordHash: 'h' },
		advice: 'Reset the password again',
	},
	{
		name: 'teamInvitation.create',
		whole: { id: SERVICE_ID, url: `https://c.example/join/${SECRET}` },
		keys: ['url'],
		advice: 'create the invitation again',
	},
];

describe.each(HINTED)(
	'secretsShownOnce (hint after $name)',
	({ name, whole, keys, byHash, advice }) => {
		const hintOn = (payload: JsonObject, body: JsonObject = {}) => {
			const request = { method: 'POST', path: '/', body } as const;
			return operationOf(name).output?.successHint?.(dataObject(payload), request, String) ?? '';
		};

		it('lists exactly the secrets that the response contains', () => {
			for (const missing of subsetsOf(keys)) {
				for (const value of [undefined, null, '']) {
					const lost = Object.fromEntries(missing.map((key) => [key, value]));
					const hint = hintOn({ ...whole, ...lost });
					expect(hint).not.toContain(SECRET);
					const lacks =
						/The response doesn't include (.*?), /.exec(hint)?.[1]?.split(' and ') ?? [];
					expect(lacks).toEqual(missing);
					expect(hint.includes(advice)).toBe(missing.length > 0);
					const shown = keys.filter((key) => !missing.includes(key));
					if (shown.length > 0) expect(hint).toMatch(/stores? (?:it|them) with the execution/);
					if (missing.length === 0) for (const key of keys) expect(hint).toContain(key);
				}
			}
		});

		it('reports the secrets that an empty response lacks', () => {
			expect(hintOn({})).toContain(`The response doesn't include ${keys.join(' and ')}, `);
			if (byHash !== undefined) expect(hintOn({}, byHash)).not.toContain("doesn't include");
		});
	},
);

it.each([
	{
		name: 'service.resetPassword',
		fields: { serviceId: SERVICE_ID },
		result: { password: SECRET },
		keys: ['summary', 'password', 'warnings', 'id'],
	},
	{
		name: 'service.create',
		fields: { ...CREATE.service.fields, output: 'selectedFields', outputFields: ['id', 'name'] },
		result: CREATE.service.result,
		keys: ['summary', 'name', 'password', 'warnings', 'id'],
	},
])('outputs the secret of $name last before the ID', async ({ name, fields, result, keys }) => {
	const [resource = '', operation = ''] = name.split('.');
	const { items } = await runManagement({
		fields: { resource, operation, ...fields, options: {} },
		credential: newCredential(),
		count: 1,
		answer: () => json({ result }),
	});
	expect(items.map((item) => Object.keys(item))).toEqual([keys]);
});

it('outputs the link of teamInvitation.create before the ID', () => {
	const invitation = { invitationId: 'i', url: `https://c.example/join/${SECRET}` };
	const item = operationOf('teamInvitation.create').output?.toItem?.(invitation, {}, {});
	expect(Object.keys(item ?? {})).toEqual(['url', 'invitationId']);
});

it('every operation that outputs a secret once is tested here', () => {
	const shownOnce = Object.entries(TABLES).flatMap(([resource, operations]) =>
		Object.entries(operations).flatMap(([name, operation]) =>
			operation.output?.secrets === undefined ? [] : [`${resource}.${name}`],
		),
	);
	expect(shownOnce.sort()).toEqual(HINTED.map(({ name }) => name).sort());
});

function subsetsOf<T>(values: readonly T[]): T[][] {
	return values.reduce<T[][]>(
		(subsets, value) => [...subsets, ...subsets.map((subset) => [...subset, value])],
		[[]],
	);
}
