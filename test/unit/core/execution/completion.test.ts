import { completedCredential } from '../../../../nodes/engine/execution/completion';
import { managementApi } from '../../../../nodes/clickhouseCloud/api';
import type { RawResponse } from '../../../../nodes/engine/http/response';
import type { Api } from '../../../../nodes/engine/operation';
import { FakeClock } from '../fakeClock';
import { fakeContext, json, newKey } from '../fakes';

const ID = '3f0c9d5e-7b1d-4e8a-9c64-2d5e8f7a1b90';
const GOOD = json({ result: [{ id: ID, name: 'Shop' }] });

type Answer = RawResponse | Error;

/** A ClickHouse Cloud key without an organization, whose answer can change during the test. */
function openKey(answer: Answer = GOOD) {
	const key = { answer };
	const credential = {
		baseUrl: 'https://api.clickhouse.cloud',
		apiDialect: 'automatic',
		organizationId: '',
		keyId: newKey(),
		keySecret: 'canary/secret',
	};
	const { context, sent } = fakeContext({
		credentials: { cloudManagementApi: credential },
		respond: async () => {
			if (key.answer instanceof Error) throw key.answer;
			return await Promise.resolve(key.answer);
		},
	});
	const complete = async (options: object = {}, api: Api = managementApi) =>
		await completedCredential(context, { api, credential, clock: new FakeClock() }, options);
	return { credential, sent, complete, key };
}

describe('completedCredential', () => {
	it("reads a key's organization once for all uses, also parallel uses", async () => {
		const { credential, sent, complete } = openKey();
		const uses = await Promise.all([complete(), complete(), complete()]);
		uses.push(await complete());
		const completed = { credential: { ...credential, organizationId: ID } };
		expect(uses).toEqual(Array(4).fill(completed));
		expect(sent).toHaveLength(1);
	});

	it('reads again after a read that threw', async () => {
		const { complete } = openKey();
		const factIn = () => {
			throw new TypeError('a bug');
		};
		const { completion } = managementApi;
		if (completion === undefined) throw new Error('no completion');
		const broken = {
			...managementApi,
			completion: { ...completion, need: { ...completion.need, factIn } },
		};
		await expect(complete({}, broken)).rejects.toThrow("couldn't finish the read of the key's");
		expect(await complete()).toHaveProperty('credential.organizationId', ID);
	});

	it("succeeds although another execution's read was stopped", async () => {
		const stop = new AbortController();
		const { credential, complete } = openKey();
		const respond = () => {
			stop.abort();
			throw new Error('aborted');
		};
		const { context } = fakeContext({ cancel: stop.signal, respond });
		const use = { api: managementApi, credential, clock: new FakeClock() };
		const uses = [completedCredential(context, use), complete(), complete()];
		const completed = { credential: { organizationId: ID } };
		expect(await Promise.all(uses)).toMatchObject([
			{ error: { reason: 'stopped', outcome: 'notSent' } },
			completed,
			completed,
		]);
	});
});
