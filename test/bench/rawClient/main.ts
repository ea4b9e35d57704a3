import pLimit from 'p-limit';

import { AUTHORIZATION, callOf, itemId } from '../calls';
import { READS_IN_FLIGHT } from '../grid';
import { fetchClient, nodeHttpClient, type RawClient, type RawRequest } from './clients';
import { job, type Job } from './job';

function requestsOf({ call, baseUrl, items, copies }: Job): RawRequest[] {
	const { api, method, path, body } = callOf(call);
	return Array.from({ length: items * copies }, (_, index) => {
		const id = itemId(index % items);
		return {
			method,
			url: baseUrl + path(id),
			headers: {
				accept: 'application/json',
				authorization: AUTHORIZATION[api],
				...(body && { 'content-type': 'application/json' }),
			},
			body: body?.(id),
		};
	});
}

/** Reads side by side, as many as the package's node by default; writes one after another, as it does. */
async function sendAll(
	client: RawClient,
	requests: RawRequest[],
	reads: boolean,
): Promise<unknown[]> {
	const limit = pLimit(reads ? READS_IN_FLIGHT : 1);
	const parsed = requests.map((request) =>
		limit(async (): Promise<unknown> => JSON.parse(await client.send(request))),
	);
	return await Promise.all(parsed);
}

async function run(asked: Job): Promise<number> {
	const requests = requestsOf(asked);
	const tls = asked.baseUrl.startsWith('https:');
	const client = asked.client === 'fetch' ? fetchClient() : nodeHttpClient(tls);
	const start = performance.now();
	const answers = await sendAll(client, requests, callOf(asked.call).method === 'GET');
	const ms = performance.now() - start;
	client.close();
	if (answers.length !== requests.length) throw new Error('An answer is missing');
	return ms / asked.copies;
}

process.on('message', (received) => {
	void run(job.parse(received)).then((ms) => process.send?.({ ms }));
});
process.once('disconnect', () => process.exit());
process.send?.({ ms: 0 });
