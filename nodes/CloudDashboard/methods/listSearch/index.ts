import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { listSearch as managementLists } from '../../../CloudManagement/methods/listSearch';
import { chosenOrganization } from '../../../CloudManagement/methods/listSearch/listSource';
import { chosenService } from '../../../CloudManagement/methods/listSearch/panelList';
import { isDataObject } from '../../../core/json';
import { listItems, matchingItems } from '../../../core/lists/listItems';
import { openListSource, TYPE_THE_ID } from '../../../core/lists/listSource';
import { chosenApi, isManaged } from '../../actions/authentication';
import { source } from '../../actions/source';

const SHOWN = { name: [['name']], details: ['kind', 'section'] };

/** Fills the list of sources. */
async function searchSources(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const { authentication } = this.getNode().parameters;
	const ofService = isManaged({ authentication });
	const options = ofService ? { organizationId: chosenOrganization(this, TYPE_THE_ID) } : {};
	const parameters = ofService ? { authentication, serviceId: chosenService(this) } : {};
	const access = { api: chosenApi(this), options, byHand: TYPE_THE_ID };
	return await openListSource(this, access, async (list) => {
		const payload = await list.payload(source.operations.getAll, parameters);
		const records = Array.isArray(payload) ? payload.filter(isDataObject) : [];
		return matchingItems(listItems(records, SHOWN, list), filter);
	});
}

/** The lists of the resource locators, by the names that their fields use. */
export const listSearch = { searchServices: managementLists.searchServices, searchSources };
