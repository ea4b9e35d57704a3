import type { ILoadOptionsFunctions } from 'n8n-workflow';
import {
	listSearch as managementLists,
	lookups as managementLookups,
} from '../../clickhouseCloud/lists';
import {
	alertList,
	alertIdNeed,
	panelAccess,
	TILE,
	tileIdNeed,
	tileNameNeed,
	tilesIn,
} from '../../clickStack/lists';
import {
	alertRecord,
	clickStackRoleRecord,
	connectionRecord,
	dashboardIdField,
	dashboardRecord,
	savedSearchRecord,
	sourceRecord,
	teamInvitationList,
	teamInvitationRecord,
	teamMemberList,
	teamMemberRecord,
	webhookRecord,
} from '../../clickStack/records';
import { choiceLookup, nameNeed, nameLookups } from '../../features/lists/names';
import { inputError } from '../../engine/errors/nodeErrors';
import type { NameLookups, Operation, ParameterValues } from '../../engine/operation';
import { pagedListOf } from '../../engine/execution/session';
import { UPDATE_FIELDS } from '../../engine/parameterNames';
import { asObject } from '../../engine/parameters/values';
import type { OpenList, PanelList } from '../../features/lists/lists';
import { chosenId, chosenRecord, optionsMethod, searchMethod } from '../../features/lists/lists';
import { alert } from '../resources/alert';
import { connection } from '../resources/connection';
import { dashboard } from '../resources/dashboard';
import { role } from '../resources/role';
import { savedSearch } from '../resources/savedSearch';
import { source } from '../resources/source';
import { teamInvitation, teamMember } from '../resources/team';
import { webhook } from '../resources/webhook';
import { recordsIn } from '../../engine/json';

/** Lists a read's records. If a record has several names, the first with text is used. */
function recordList(
	{ getAll }: { getAll: Operation },
	details: string[] = [],
	names = ['name'],
): PanelList {
	return {
		access: panelAccess,
		loadEntries: async (list, parameters) => recordsIn(await list.readPayload(getAll, parameters)),
		name: [names],
		details,
		isPaged: pagedListOf(getAll, {}) !== undefined,
	};
}

const webhooks = recordList(webhook.operations, ['service']);

/** The Dashboard field of an alert's update, where it's inside Update Fields. */
const changedDashboard = { ...dashboardIdField, name: `${UPDATE_FIELDS}.${dashboardIdField.name}` };

/** The record whose tiles are listed: the chosen dashboard, or the updated alert's. */
function tilesOwner(context: ILoadOptionsFunctions): ParameterValues {
	const [resource, operation] = ['resource', 'operation'].map((name) =>
		context.getCurrentNodeParameter(name),
	);
	if (resource !== 'alert' || operation !== 'update')
		return { dashboardId: chosenRecord(context, dashboardIdField) };
	const fields = asObject(context.getCurrentNodeParameter(UPDATE_FIELDS));
	return Object.hasOwn(fields, dashboardIdField.name)
		? { dashboardId: chosenRecord(context, changedDashboard) }
		: { alertId: chosenRecord(context, alertRecord.id.field) };
}

/** Throws if the alert watches no tile. */
async function dashboardOfAlert(list: OpenList, parameters: ParameterValues): Promise<string> {
	const { dashboardId } = asObject(await list.readPayload(alert.operations.get, parameters));
	if (typeof dashboardId === 'string') return dashboardId;
	throw inputError(list.context.getNode(), {
		message: 'The alert watches no tile. Add Dashboard first, or type the ID.',
		description: 'Nothing was changed.',
	});
}

/** A dashboard's tiles with their chart kinds. */
const tiles: PanelList = {
	access: (context) => {
		const { parameters, ...access } = panelAccess(context);
		return { ...access, parameters: { ...parameters, ...tilesOwner(context) } };
	},
	loadEntries: async (list, parameters) => {
		const { dashboardId = await dashboardOfAlert(list, parameters) } = parameters;
		return tilesIn(
			await list.readPayload(dashboard.operations.get, { ...parameters, dashboardId }),
		);
	},
	name: [['name']],
	details: ['displayType'],
};

export const listSearch = {
	searchAlerts: searchMethod(alertList),
	searchConnections: searchMethod(recordList(connection.operations, ['host'])),
	searchDashboards: searchMethod(recordList(dashboard.operations)),
	searchRoles: searchMethod(recordList(role.operations)),
	searchSavedSearches: searchMethod(recordList(savedSearch.operations)),
	searchServices: managementLists.searchServices,
	searchSources: searchMethod(recordList(source.operations, ['kind', 'section'])),
	searchTeamInvitations: searchMethod(recordList(teamInvitation.operations, [], ['email'])),
	searchTeamMembers: searchMethod(recordList(teamMember.operations, ['name'], ['email'])),
	searchTiles: searchMethod(tiles),
	searchWebhooks: searchMethod(webhooks),
};

export const lookups: NameLookups = new Map([
	[
		'searchAlerts',
		{ idOf: alertIdNeed, nameOf: nameNeed(alertRecord), listedBy: 'Alert → Get Many' },
	],
	['searchTiles', { idOf: tileIdNeed, nameOf: tileNameNeed, listedBy: TILE.listedBy }],
	...managementLookups,
	['getWebhooks', choiceLookup({ '': webhookRecord })],
	...nameLookups([
		{ ...clickStackRoleRecord, listedBy: 'ClickStack Role → Get Many' },
		connectionRecord,
		dashboardRecord,
		savedSearchRecord,
		sourceRecord,
		// An invitation's own path isn't under the list's path, and neither is a member's.
		{
			...teamInvitationRecord,
			collection: teamInvitationList.collection,
			isOnlyListed: true,
			listedBy: 'Team Invitation → Get Many',
		},
		{
			...teamMemberRecord,
			collection: teamMemberList.collection,
			isOnlyListed: true,
			listedBy: 'Team Member → Get Many',
		},
		webhookRecord,
	]),
]);

const tileOptions = optionsMethod(tiles);

export const loadOptions = {
	/** Empty until a dashboard is chosen, because n8n reads the options when the panel opens and would show an error. */
	getTiles: async function (this: ILoadOptionsFunctions): ReturnType<typeof tileOptions> {
		return chosenId(this, dashboardIdField) === undefined ? [] : await tileOptions.call(this);
	},
	getWebhooks: optionsMethod(webhooks),
};
