import type { INodeProperties } from 'n8n-workflow';
import type { Paging } from '../engine/request';
import type { NamedRecord } from '../features/lists/names';
import type { ApiRecord, RecordId } from '../features/record/record';
import type { Replacement } from '../features/record/replacement';
import { byOffset } from '../engine/http/pages';
import { locatorField } from '../engine/parameters/properties';
import { z } from 'zod';
import type { Issue } from '../engine/issue';
import { shortened } from '../engine/text';
import { apiPath, chosenService, managedPath, ownPath, clickStackOptions } from './authentication';
import type { IdFormat } from '../engine/parameters/pathSegment';
import { pathSegment } from '../engine/parameters/pathSegment';
import { below, idField } from '../features/record/paths';
import { dashboardApi } from './api';

/** Only ClickStack sets these keys. A replacement clears every other key that it omits. */
export const STORED: Replacement = { readOnly: ['id', 'teamId', 'createdAt', 'updatedAt'] };

/** Parent of records that belong to the key's team. */
const teamParent: ApiRecord['parent'] = {
	noun: 'team',
	describe: chosenService,
	options: clickStackOptions,
	noList:
		"Check the credential's Base URL and, for ClickStack in ClickHouse Cloud, Service. If they are right, this API might not have this list.",
	honorsLimit: () => true,
};

/** Self-hosted servers state the total in `meta`; managed servers may state it next to the list. */
const BY_OFFSET = byOffset(1000, ['meta.total', 'totalCount'], dashboardApi.idKey);

/** `segment` ends the path of the records' list. */
function recordInTeam(title: string, segment: string, paging?: Paging): ApiRecord {
	return {
		title,
		parent: teamParent,
		collection: below(apiPath, segment),
		...(paging && { paging }),
	};
}

/** Managed ClickStack doesn't have these records. */
function recordInOwnTeam(title: string, segment: string, plural = `${title}s`): ApiRecord {
	return { ...recordInTeam(title, segment), plural, collection: ownPath(segment, plural) };
}

const OBJECT_ID: IdFormat = {
	pattern: /^[\da-f]{24}$/i,
	text: "isn't an ID of ClickStack. Copy the whole ID: 24 characters, 0 to 9 and a to f.",
};
const LONGEST_SHOWN_ID = 40;

export const objectId = z.string().trim().regex(OBJECT_ID.pattern, OBJECT_ID.text);

const byObjectId = {
	segment: pathSegment,
	format: () => OBJECT_ID,
} satisfies Omit<RecordId, 'field'>;

export function objectIdIssues(path: string, ids: readonly unknown[]): Issue[] {
	const { pattern, text } = OBJECT_ID;
	const wrong = ids.filter((id) => !pattern.test(String(id)));
	return wrong.map((id) => ({
		path,
		text: `contains "${shortened(String(id), LONGEST_SHOWN_ID)}", which ${text}`,
	}));
}

/** Adds an ID field with a list. */
function withId(
	list: ApiRecord & Pick<NamedRecord, 'listedBy'>,
	[label, name]: readonly [label: string, name: string],
	searchListMethod: string,
	examples: { example: string; nameExample: string },
): NamedRecord {
	const field = idField(label, name, searchListMethod, undefined, examples);
	return { nameKeys: ['name'], ...list, id: { field, ...byObjectId } };
}

export const EXAMPLE_TILE_ID = '65f5e4a3b9e77c001a901234';
const EXAMPLE_DASHBOARD_ID = '65f5e4a3b9e77c001a567890';

export const dashboardIdField: INodeProperties = {
	...locatorField('Dashboard', 'dashboardId', 'searchDashboards', EXAMPLE_DASHBOARD_ID, {
		nameExample: 'Shop',
		url: {
			placeholder: `e.g. https://clickstack.example.com/dashboards/${EXAMPLE_DASHBOARD_ID}`,
			pattern: '/dashboards/([0-9a-fA-F]{24})',
			errorMessage:
				'The URL contains no "/dashboards/" followed by an ID. Copy it from the dashboard.',
		},
	}),
	required: true,
	description: "Last part of the dashboard's URL",
};

export const dashboardRecord = {
	...recordInTeam('dashboard', 'dashboards'),
	id: { field: dashboardIdField, ...byObjectId },
	nameKeys: ['name'],
} satisfies ApiRecord;

/**
 * The neutral contract has only this dashboard operation, and shows no format of the ID. Managed ClickStack is known by
 * its credential's key.
 */
export const updatedDashboard = {
	...dashboardRecord,
	id: {
		field: dashboardIdField,
		segment: pathSegment,
		format: ({ keyId }) => (keyId === undefined ? undefined : OBJECT_ID),
	},
} satisfies ApiRecord;

export const alertRecord = withId(
	{ ...recordInTeam('alert', 'alerts', BY_OFFSET), nameKeys: ['displayName', 'name'] },
	['Alert', 'alertId'],
	'searchAlerts',
	{ example: '65f5e4a3b9e77c001a123456', nameExample: 'Errors over Time' },
);

/** An invented ID. ClickStack's IDs have 24 hex digits. */
const EXAMPLE_SOURCE_ID = '65f5e4a3b9e77c001a111111';

export const sourceRecord = withId(
	recordInTeam('source', 'sources'),
	['Source', 'sourceId'],
	'searchSources',
	{ example: EXAMPLE_SOURCE_ID, nameExample: 'Logs' },
);

export const savedSearchRecord = withId(
	{ ...recordInTeam('saved search', 'saved-searches', BY_OFFSET), plural: 'saved searches' },
	['Saved Search', 'savedSearchId'],
	'searchSavedSearches',
	{ example: '65f5e4a3b9e77c001a345678', nameExample: 'Failed Payments' },
);

export const webhookRecord = withId(
	{ ...recordInTeam('webhook', 'webhooks', BY_OFFSET), isOnlyListed: true },
	['Webhook', 'webhookId'],
	'searchWebhooks',
	{ example: '65f5e4a3b9e77c001a789012', nameExample: 'On-Call in Slack' },
);

export const connectionRecord = withId(
	recordInOwnTeam('connection', 'connections'),
	['Connection', 'connectionId'],
	'searchConnections',
	{ example: '65f5e4a3b9e77c001a222222', nameExample: 'Local ClickHouse' },
);

export const teamRecord = recordInOwnTeam('team', 'team', 'teams');

/**
 * The API lists members and invitations here, but changes them under other paths: `team/member` and `team/invitation`.
 */
const ONLY_LISTED = { nameKeys: ['email'], isOnlyListed: true } as const;
export const teamMemberRecord = withId(
	{
		...recordInOwnTeam('member', 'team/members'),
		...ONLY_LISTED,
		listedBy: 'Team Member → Get Many',
	},
	['Member', 'teamMemberId'],
	'searchTeamMembers',
	{ example: '65f5e4a3b9e77c001a333333', nameExample: 'ada@example.com' },
);
export const teamInvitationRecord = withId(
	{
		...recordInOwnTeam('invitation', 'team/invitations'),
		...ONLY_LISTED,
		listedBy: 'Team Invitation → Get Many',
	},
	['Invitation', 'teamInvitationId'],
	'searchTeamInvitations',
	{ example: '65f5e4a3b9e77c001a444444', nameExample: 'new.colleague@example.com' },
);

export const clickStackRoleRecord = withId(
	{
		...recordInTeam('role', 'roles'),
		collection: managedPath('roles', 'roles'),
		listedBy: 'ClickStack Role → Get Many',
	},
	['Role', 'roleId'],
	'searchRoles',
	{ example: '65f5e4a3b9e77c001a555555', nameExample: 'Analyst' },
);

/** Shared with the trigger, because n8n's palette shows both as a single entry with either description. */
export const NODE_PAIR_DESCRIPTION =
	"Manage ClickStack dashboards and alerts, or poll alerts if ClickStack can't reach n8n";
