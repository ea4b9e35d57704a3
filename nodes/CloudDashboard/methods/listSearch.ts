import { listSearch as managementLists } from '../../clickhouseCloud/lists';
import { alertList, chosenDashboard, panelAccess } from '../../clickStack/lists';
import type { Operation } from '../../engine/operation';
import { asObject } from '../../engine/parameters/values';
import type { PanelList } from '../../features/lists/lists';
import { optionsMethod, recordsIn, searchMethod } from '../../features/lists/lists';
import { connection } from '../resources/connection';
import { dashboard } from '../resources/dashboard';
import { savedSearch } from '../resources/savedSearch';
import { source } from '../resources/source';
import { teamInvitation, teamMember } from '../resources/team';
import { webhook } from '../resources/webhook';

/** Returns the list that shows a read's records. Of several names, the first that has text counts. */
function listOf(
	{ getAll }: { getAll: Operation },
	details: string[] = [],
	names = ['name'],
): PanelList {
	return {
		access: panelAccess,
		read: async (list, parameters) => recordsIn(await list.payload(getAll, parameters)),
		name: [names],
		details,
	};
}

const webhooks = listOf(webhook.operations, ['service']);

/** The chosen dashboard's tiles, with their chart kinds. */
const tiles: PanelList = {
	access: (context) => {
		const { parameters, ...access } = panelAccess(context);
		return { ...access, parameters: { ...parameters, dashboardId: chosenDashboard(context) } };
	},
	read: async (list, parameters) => {
		const { tiles: all } = asObject(await list.payload(dashboard.operations.get, parameters));
		return recordsIn(all).map((tile) => ({ ...asObject(tile['config']), ...tile }));
	},
	name: [['name']],
	details: ['displayType'],
};

/** The resource locators' lists, by the names that their fields use. */
export const listSearch = {
	searchAlerts: searchMethod(alertList),
	searchConnections: searchMethod(listOf(connection.operations, ['host'])),
	searchDashboards: searchMethod(listOf(dashboard.operations)),
	searchSavedSearches: searchMethod(listOf(savedSearch.operations)),
	searchServices: managementLists.searchServices,
	searchSources: searchMethod(listOf(source.operations, ['kind', 'section'])),
	searchTeamInvitations: searchMethod(listOf(teamInvitation.operations, [], ['email'])),
	searchTeamMembers: searchMethod(listOf(teamMember.operations, ['name'], ['email'])),
	searchTiles: searchMethod(tiles),
	searchWebhooks: searchMethod(webhooks),
};

/** The multi-selects' options, by the names that their fields use. */
export const loadOptions = { getWebhooks: optionsMethod(webhooks) };
