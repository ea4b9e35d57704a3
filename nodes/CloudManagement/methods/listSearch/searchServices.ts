import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { isFiltered, matchingItems } from './listItems';
import { withListSource } from './listSource';
import { recentActivities } from './recentActivities';
import { knownSummary, readUnknown } from './serviceSummary';

/** Lists the services seen in activities, by name where it is known. A filter reads no names. */
export async function searchServices(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	return await withListSource(this, async (source) => {
		const { serviceIds } = await recentActivities(source, filter);
		if (!isFiltered(filter)) await readUnknown(source, serviceIds);
		const items = serviceIds.map((id) => ({
			name: knownSummary(source, id)?.label ?? id,
			value: id,
		}));
		return matchingItems(items, filter);
	});
}
