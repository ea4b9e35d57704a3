import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import {
	listSearch as managementLists,
	chosenOrganization,
	chosenService,
} from '../../clickhouseCloud/lists';
import { isDataObject } from '../../engine/json';
import type { Operation } from '../../engine/operation';
import {
	listPage,
	listQuery,
	wantedOf,
	openListSource,
	TYPE_THE_ID,
} from '../../features/lists/lists';
import { chosenApi, isManaged } from '../../clickStack/authentication';
import { dashboard } from '../resources/dashboard';
import { source } from '../resources/source';

/** Returns the method that fills a list with what an operation reads. */
function searchIn(read: Operation, details: string[] = []) {
	return async function (
		this: ILoadOptionsFunctions,
		filter?: string,
		paginationToken?: unknown,
	): Promise<INodeListSearchResult> {
		const { authentication } = this.getNode().parameters;
		const ofService = isManaged({ authentication });
		const options = ofService ? { organizationId: chosenOrganization(this, TYPE_THE_ID) } : {};
		const parameters = ofService ? { authentication, serviceId: chosenService(this) } : {};
		const access = { api: chosenApi(this), options, byHand: TYPE_THE_ID };
		return await openListSource(this, access, async (list) => {
			const query = listQuery(filter, paginationToken);
			const payload = await list.payload(read, { ...parameters, ...wantedOf(query) });
			const records = Array.isArray(payload) ? payload.filter(isDataObject) : [];
			return listPage(records, { name: [['name']], details }, list, query);
		});
	};
}

/** The lists of the resource locators, by the names that their fields use. */
export const listSearch = {
	searchDashboards: searchIn(dashboard.operations.getAll),
	searchServices: managementLists.searchServices,
	searchSources: searchIn(source.operations.getAll, ['kind', 'section']),
};
