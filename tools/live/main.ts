import { writeFileSync } from 'node:fs';

import { version } from '../../package.json';
import { liveCheck, reportOf } from './live';

const FILE = 'live-report.md';
const {
	CLICKHOUSE_CLOUD_URL = 'https://api.clickhouse.cloud',
	CLICKHOUSE_CLOUD_KEY_ID,
	CLICKHOUSE_CLOUD_KEY_SECRET,
	CLICKSTACK_URL,
	CLICKSTACK_TOKEN,
} = process.env;

const hasCloud = CLICKHOUSE_CLOUD_KEY_ID !== undefined && CLICKHOUSE_CLOUD_KEY_SECRET !== undefined;
const hasOwn = CLICKSTACK_URL !== undefined && CLICKSTACK_TOKEN !== undefined;

async function main(): Promise<void> {
	if (!hasCloud && !hasOwn) {
		throw new Error(
			'Set CLICKHOUSE_CLOUD_KEY_ID and CLICKHOUSE_CLOUD_KEY_SECRET, or CLICKSTACK_URL and CLICKSTACK_TOKEN.',
		);
	}
	const stop = new AbortController();
	// The terminal may be gone, and the records still have to be deleted.
	process.stdout.on('error', () => undefined);
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
		// Also ignores a repeated signal, because it would end the process before the deletions.
		process.on(signal, () => {
			if (stop.signal.aborted) return;
			console.log('Stopping. The check deletes what it created first.');
			stop.abort();
		});
	}
	const accounts = {
		...(hasCloud && {
			cloud: {
				baseUrl: CLICKHOUSE_CLOUD_URL,
				keyId: CLICKHOUSE_CLOUD_KEY_ID,
				keySecret: CLICKHOUSE_CLOUD_KEY_SECRET,
			},
		}),
		...(hasOwn && { own: { baseUrl: CLICKSTACK_URL, accessToken: CLICKSTACK_TOKEN } }),
	};
	const writes = process.argv.includes('--write');
	const results = await liveCheck(accounts, { writes, isStopped: () => stop.signal.aborted });
	const day = new Date().toISOString().slice(0, 10);
	writeFileSync(FILE, reportOf(results, { version, day, isStopped: stop.signal.aborted }));
	console.log(`The report is in ${FILE}. Read it, then paste it into an issue.`);
	const isFine = results.every(({ outcome }) => outcome === 'ok' || outcome === 'skipped');
	process.exitCode = isFine && !stop.signal.aborted ? 0 : 1;
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
