import { listSearch as managementLists } from '../../clickhouseCloud/lists';
import { panelAccess } from '../../clickStack/lists';
import type { Operation } from '../../engine/operation';
import { recordsIn, searchMethod } from '../../features/lists/lists';
import { dashboard } from '../resources/dashboard';
import { source } from '../resources/source';

/** Returns the method that fills a list with what an operation reads. */
function searchIn(operation: Operation, details: string[] = []) {
	return searchMethod({
		access: panelAccess,
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
