import type { IDataObject } from 'n8n-workflow';
import { otherFields } from '../../../engine/summary/sentences';
import { phrase, quoted, UNTOLD } from '../../../engine/phrase';
import { objectBody } from '../../../engine/request';
import { sentenceHint } from '../../../engine/issue';
import { isEmptyList, isJsonObject, withoutUndefined } from '../../../engine/json';
import type { JsonObject } from '../../../engine/json';
import type { ChangeOperation, ParameterValues } from '../../../engine/operation';
import { inColumnOrder } from '../../../engine/output/output';
import type { Draft } from '../../../features/record/draft';
import { noticeField } from '../../../engine/parameters/properties';
import type { ListedOperation } from '../../../engine/resource';
import { resource } from '../../../engine/resource';
import { wordsOf } from '../../../engine/text';
import { create, remove, update } from '../../../features/record/change';
import { columnsOf } from '../../../features/record/recordOutput';
import { get, getMany, parentPhrase, planRequests } from '../../../features/record/record';
import { clickStackOptions } from '../../../clickStack/authentication';
import { dashboardRecord, updatedDashboard } from '../../../clickStack/records';
import { dashboardBuilder, definitionFields } from './definition';
import { createdTiles, sourcesText, tilesText, updateSummary } from './summary';
import { withoutOwnName } from './merge';
import { hintOn, tilesOf } from './tiles';
import { allowEmptyOption, changedDashboard, hasFindableTiles } from './update';
import { below } from '../../../features/record/paths';

const NO_TILES_HINT = sentenceHint(
	'The new dashboard has no tiles. Add tiles here, or later with Dashboard → Update.',
);

const newDashboard = dashboardBuilder(() => ({ kind: 'replace' }), withoutIds);

/** Drops the IDs in a new dashboard, because the API assigns tile IDs and refuses filter IDs. */
function withoutIds(definedBody: JsonObject): Draft {
	const withoutId = (entry: unknown) =>
		isJsonObject(entry) ? withoutUndefined({ ...entry, id: undefined }) : entry;
	const body = { ...definedBody };
	for (const name of ['tiles', 'filters']) {
		const entries = definedBody[name];
		if (Array.isArray(entries)) body[name] = entries.map(withoutId);
	}
	const tiles = tilesOf(body);
	const unfindable = hintOn(tiles, OWN_NAMES, withoutOwnName(tiles));
	return { body, issues: isEmptyList(body.tiles) ? [NO_TILES_HINT] : unfindable };
}

const OWN_NAMES = 'Updates find tiles by name, so enter a name that no other tile has';

const newDashboardPhrase = (body: JsonObject, parameters: ParameterValues) =>
	phrase`dashboard ${quoted(body.name)}${parentPhrase(dashboardRecord.parent, parameters, '')}`;

/** The page's path below the URL of ClickStack's app. */
function urlPathOf({ id }: IDataObject): string | undefined {
	return typeof id === 'string' ? `/dashboards/${id}` : undefined;
}

function withUrlPath(
	operation: ListedOperation<ChangeOperation>,
): ListedOperation<ChangeOperation> {
	const toItem = (record: IDataObject) => {
		const urlPath = urlPathOf(record);
		return inColumnOrder({ ...record, ...(urlPath !== undefined && { urlPath }) }, 'id');
	};
	return { ...operation, output: { ...operation.output, toItem } };
}

const simplifiedDashboard = {
	...dashboardRecord,
	output: {
		keys: wordsOf(
			'id name tags tiles filters savedFilterValues savedQuery savedQueryLanguage containers',
		),
		simplify: (record: IDataObject): IDataObject => ({
			...columnsOf(record, ['name', 'tags']),
			tileCount: Array.isArray(record.tiles) ? record.tiles.length : null,
			urlPath: urlPathOf(record) ?? null,
			...columnsOf(record, ['id']),
		}),
	},
};

export const dashboard = resource('Dashboard', 'A dashboard with its tiles', {
	// Tiles always get new IDs.
	create: withUrlPath(
		create(dashboardRecord, {
			description: 'Create a dashboard with its tiles',
			fields: {
				properties: [
					{
						...noticeField('createNotice', 'The API gives every tile a new ID.'),
						displayOptions: { hide: { dashboardInput: ['fields'] } },
					},
					...definitionFields,
				],
				buildBody: newDashboard,
			},
			summarize: ({ name, tiles, ...otherMembers }, parameters) =>
				phrase`Create ${newDashboardPhrase({ name }, parameters)} with ${tilesText({ tiles })}${sourcesText({ tiles })}${otherFields(otherMembers)}`,
		}),
	),
	delete: remove(dashboardRecord, {
		goesWithIt: 'its alerts',
		description: 'Delete a dashboard and its alerts permanently',
		successHint: () => 'The API may return the same response for an unknown ID.',
	}),
	get: get(dashboardRecord, { description: 'Get a dashboard' }),
	getAll: getMany(simplifiedDashboard, {
		description: "Get the team's dashboards with their tiles",
	}),
	update: withUrlPath(
		update(updatedDashboard, {
			description:
				"Change a dashboard's name, tiles, or tags. Other tiles stay unless Update Mode is Replace, but every update deletes PromQL tiles.",
			fields: changedDashboard,
			offersAllowUnusual: true,
			extraOptions: [allowEmptyOption],
			repeatable: hasFindableTiles,
			successHint: createdTiles,
			summarize: updateSummary,
		}),
	),
	// Validate stores nothing and responds without `data`.
	validate: {
		kind: 'read',
		name: 'Validate',
		description: 'Check whether a dashboard could be created, without creating it',
		action: 'Validate dashboard',
		properties: [
			noticeField(
				'validateNotice',
				'The API checks the definition as a new dashboard, so leave out the IDs of filters.',
			),
			...definitionFields,
			clickStackOptions({ reads: true }),
		],
		output: { isSuccessWithoutPayload: ({ valid }) => typeof valid === 'boolean' },
		texts: {
			subjectOf: () => 'dashboards',
			summarize: (request, parameters) =>
				phrase`Validate ${newDashboardPhrase(objectBody(request), parameters)}${UNTOLD}`,
		},
		plan: planRequests('POST', below(dashboardRecord.collection, 'validate'), newDashboard, {
			onlyReads: true,
		}),
	},
});
