import { openSession } from '../../../../nodes/engine/execution/openSession';
import { managementApi } from '../../../../nodes/clickhouseCloud/api';
import type { ErrorDetails } from '../../../../nodes/engine/errorDetails';
import type { Api } from '../../../../nodes/engine/operation';
import { FakeClock } from '../fakeClock';
import { fakeContext, json, newKey } from '../fakes';

const ID = '3f0c9d5e-7b1d-4e8a-9c64-2d5e8f7a1b90';
const GOOD = json({ result: [{ id: ID, name: 'Shop' }] });

/** Opens a session, and returns its credential. */
async function completed(
	context: ReturnType<typeof fakeContext>['context'],
	options: unknown = {},
	api: Api = managementApi,
) {
	const limits = { timeout: 1000, maxWait: 0, maxRetries: 0, maxConcurrency: 1 };
	const errorFor = (error: ErrorDetails) => Object.assign(new Error(), error);
	const opening = { api, options, limits, errorFor, clock: new FakeClock(), purpose: 'the test' };
	return await openSession(
		context,
		opening,
		async ({ credential }) => await Promise.resolve(credential),
	);
}

/** The key belongs to ClickHouse Cloud and has no organization. */
function openKey() {
	const credential = {
		baseUrl: 'https://api.clickhouse.cloud',
		apiDialect: 'automatic',
		organizationId: '',
		keyId: newKey(),
		keySecret: 'canary/secret',
	};
	const { context, sent } = fakeContext({
		credentials: { cloudManagementApi: credential },
		respond: () => GOOD,
	});
	const complete = async (options: object = {}, api: Api = managementApi) =>
		await completed(context, options, api);
	return { credential, sent, complete };
}

describe('openSession', () => {
	it("reads a key's organization once, even for parallel sessions", async () => {
		const { credential, sent, complete } = openKey();
		const uses = await Promise.all([complete(), complete(), complete()]);
		uses.push(await complete());
		expect(uses).toEqual(Array(4).fill({ ...credential, organizationId: ID }));
		expect(sent).toHaveLength(1);
	});

	it('reads the organization again after a read that threw', async () => {
		const { complete } = openKey();
		const factIn = () => {
			throw new TypeError('a bug');
		};
		const { credentialLookup } = managementApi;
		if (credentialLookup === undefined) throw new Error('no lookup');
		const broken = {
			...managementApi,
			credentialLookup: { ...credentialLookup, need: { ...credentialLookup.need, factIn } },
		};
		await expect(complete({}, broken)).rejects.toThrow("couldn't finish the read of the key's");
		expect(await complete()).toHaveProperty('organizationId', ID);
	});

	it("reads the organization although another execution's read was stopped", async () => {
		const stop = new AbortController();
		const { credential, complete } = openKey();
		const respond = () => {
			stop.abort();
			throw new Error('aborted');
		};
		const credentials = { cloudManagementApi: credential };
		const { context } = fakeContext({ cancel: stop.signal, credentials, respond });
		const uses = [completed(context), complete(), complete()];
		const value = { organizationId: ID };
		expect(await Promise.allSettled(uses)).toMatchObject([
			{ reason: { reason: 'stopped', outcome: 'notSent' } },
			{ value },
			{ value },
		]);
	});
});
