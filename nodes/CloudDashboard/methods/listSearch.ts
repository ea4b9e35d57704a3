import {
	chosenOrganization,
	chosenService,
	listSearch as managementLists,
} from '../../clickhouseCloud/lists';
import { chosenApi, isManaged } from '../../clickStack/authentication';
import type { Operation } from '../../engine/operation';
import type { PanelList } from '../../features/lists/lists';
import { recordsIn, searchMethod } from '../../features/lists/lists';
import { dashboard } from '../resources/dashboard';
import { source } from '../resources/source';

const access: PanelList['access'] = (context) => {
	const { authentication } = context.getNode().parameters;
	const api = chosenApi(context);
	if (!isManaged({ authentication })) return { api, options: {} };
	const options = { organizationId: chosenOrganization(context) };
	return { api, options, parameters: { authentication, serviceId: chosenService(context) } };
};

/** Returns the method that fills a list with what an operation reads. */
function searchIn(operation: Operation, details: string[] = []) {
	return searchMethod({
		access,
		read: async (list, parameters) => recordsIn(await list.payload(operation, parameters)),
		name: [['name']],
		details,
	});
}

/** The lists of the resource locators, by the names that their fields use. */
export const listSearch = {
	searchDashboards: searchIn(dashboard.operations.getAll),
	searchServices: managementLists.searchServices,
	searchSources: searchIn(source.operations.getAll, ['kind', 'section']),
};
