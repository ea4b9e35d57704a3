import { listSearch as managementLists } from '../../clickhouseCloud/lists';
import { alertList, panelAccess } from '../../clickStack/lists';
import type { Operation } from '../../engine/operation';
import { recordsIn, searchMethod } from '../../features/lists/lists';
import { connection } from '../resources/connection';
import { dashboard } from '../resources/dashboard';
import { savedSearch } from '../resources/savedSearch';
import { source } from '../resources/source';
import { teamInvitation, teamMember } from '../resources/team';
import { webhook } from '../resources/webhook';

/** Returns the method that fills a list with what an operation reads. Of several names, the first that has text counts. */
function searchIn({ getAll }: { getAll: Operation }, details: string[] = [], names = ['name']) {
	return searchMethod({
		access: panelAccess,
		read: async (list, parameters) => recordsIn(await list.payload(getAll, parameters)),
		name: [names],
		details,
	});
}

/** The lists of the resource locators, by the names that their fields use. */
export const listSearch = {
	searchAlerts: searchMethod(alertList),
	searchConnections: searchIn(connection.operations, ['host']),
	searchDashboards: searchIn(dashboard.operations),
	searchSavedSearches: searchIn(savedSearch.operations),
	searchServices: managementLists.searchServices,
	searchSources: searchIn(source.operations, ['kind', 'section']),
	searchTeamInvitations: searchIn(teamInvitation.operations, [], ['email']),
	searchTeamMembers: searchIn(teamMember.operations, ['name'], ['email']),
	searchWebhooks: searchIn(webhook.operations, ['service']),
};
