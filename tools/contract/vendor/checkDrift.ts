import { writeFileSync } from 'node:fs';
import path from 'node:path';

import { isJsonObject } from '../json';
import type { Vendor } from '../documents';
import { driftOf, driftText } from './drift';
import { skeletonOf } from './skeleton';

const {
	CLICKHOUSE_CLOUD_DOCUMENT = 'https://api.clickhouse.cloud/v1',
	CLICKSTACK_DOCUMENT = 'https://raw.githubusercontent.com/hyperdxio/hyperdx/main/packages/api/openapi.json',
} = process.env;
const DOCUMENTS: ReadonlyArray<{ vendor: Vendor; name: string; url: string }> = [
	{ vendor: 'vendorCloud', name: 'ClickHouse Cloud', url: CLICKHOUSE_CLOUD_DOCUMENT },
	{ vendor: 'vendorClickStack', name: 'HyperDX (ClickStack)', url: CLICKSTACK_DOCUMENT },
];
const ADVICE =
	'`tools/contract/vendor/README.md` says how to refresh a stored document. Then change the contracts and the nodes, or explain the difference in `explained.yaml`.';

/** Stored skeletons have no permissions lists. A member with this name that isn't a list is kept. */
function withoutPermissions(key: string, value: unknown): unknown {
	return key === 'permissions' && Array.isArray(value) ? undefined : value;
}

/** Prints nothing if the vendor changed nothing. Writes the skeletons if a folder is given. */
async function checkDrift(): Promise<void> {
	const [folder] = process.argv.slice(2);
	const texts: string[] = [];
	for (const { vendor, name, url } of DOCUMENTS) {
		const response = await fetch(url);
		const document: unknown = await response.json();
		if (!response.ok || !isJsonObject(document)) throw new Error(`${url} has no document`);
		if (folder !== undefined) {
			const text = JSON.stringify(skeletonOf(document), withoutPermissions, 1);
			writeFileSync(path.join(folder, `${vendor}.json`), text);
		}
		texts.push(driftText(name, driftOf(vendor, document)));
	}
	const sections = texts.filter((text) => text !== '');
	if (sections.length > 0) console.log([ADVICE, ...sections].join('\n\n'));
}

checkDrift().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
