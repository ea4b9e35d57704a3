import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { matchingItems } from './listItems';
import { withListSource } from './listSource';
import { recentActivities } from './recentActivities';

/** Lists the newest activities: type, actor and time. */
export async function searchActivities(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	return await withListSource(this, async (source) => {
		const { activities } = await recentActivities(source, filter);
		return matchingItems(activities, filter);
	});
}
