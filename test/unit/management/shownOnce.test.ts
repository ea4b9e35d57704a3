import { json, shown } from '../core/fakes';
import { SERVICE_ID } from './context';
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

describe.each(['service', 'apiKey'] as const)('the secret of a new %s', (resource) => {
	const { fields, result, path } = CREATE[resource];

	/** Creates two; the second one is refused at first. */
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

	it('is stored encrypted, and output by a retry that creates only missing records', async () => {
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

	it('is in no hint, which names its location', async () => {
		const { hints } = await runManagement(openRun({ count: 1 }));
		expect(hints.join()).toMatch(/shows only this once/);
		expect(hints.join()).not.toContain(SECRET);
	});

	it('is in the full response, and in no summary', async () => {
		const options = { fullResponse: true };
		const run = openRun({ count: 1 });
		const { items } = await runManagement({ ...run, fields: { ...run.fields, options } });
		expect(items).toMatchObject([{ result: { [SECRET_KEY[resource]]: SECRET } }]);
		expect(items[0]).toHaveProperty('summary', expect.not.stringContaining(SECRET));
	});
});
