import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { isDataObject } from '../../../core/json';
import { listItems, matchingItems } from '../../../core/lists/listItems';
import { openListSource, TYPE_THE_ID } from '../../../core/lists/listSource';
import { source } from '../../actions/source';
import { dashboardApi } from '../../api/dashboardApi';

const SHOWN = { name: [['name']], details: ['kind', 'section'] };

/** Fills the list of sources. */
async function searchSources(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const access = { api: dashboardApi, options: {}, byHand: TYPE_THE_ID };
	return await openListSource(this, access, async (list) => {
		const payload = await list.payload(source.operations.getAll, {});
		const records = Array.isArray(payload) ? payload.filter(isDataObject) : [];
		return matchingItems(listItems(records, SHOWN, list), filter);
	});
}

/** The lists of the resource locators, as their fields name them. */
export const listSearch = { searchSources };
