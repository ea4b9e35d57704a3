import type { IDataObject } from 'n8n-workflow';
import { quoted } from '../../../engine/summary/sentences';
import { objectBody } from '../../../engine/request';
import { sentenceHint } from '../../../engine/issue';
import { isEmptyList, isJsonObject, withoutUndefined } from '../../../engine/json';
import type { JsonObject } from '../../../engine/json';
import type { Parameters } from '../../../engine/operation';
import { noticeField } from '../../../engine/parameters/properties';
import { resource } from '../../../engine/resource';
import { counted } from '../../../engine/text';
import { create, remove, update } from '../../../features/record/change';
import { recordOutput } from '../../../features/record/output';
import { get, getMany, parentPhrase, planRequests } from '../../../features/record/record';
import { requestOptions } from '../../../clickStack/authentication';
import { dashboardRecord } from '../../../clickStack/records';
import { dashboardBuilder, definitionFields } from './definition';
import { createdTiles, updateSummary } from './summary';
import { tilesOf } from './tiles';
import { allowEmptyOption, changedDashboard, hasFindableTiles } from './update';
import { below } from '../../../features/record/paths';

const NO_TILES_HINT = sentenceHint(
	'The new dashboard has no tiles. Add tiles here, or later with Dashboard → Update.',
);

/** Removes IDs, because the API assigns tile IDs and refuses filter IDs. */
const newDashboard = dashboardBuilder((definedBody) => {
	const withoutId = (entry: unknown) =>
		isJsonObject(entry) ? withoutUndefined({ ...entry, id: undefined }) : entry;
	const body = { ...definedBody };
	for (const name of ['tiles', 'filters']) {
		const entries = definedBody[name];
		if (Array.isArray(entries)) body[name] = entries.map(withoutId);
	}
	return { body, issues: isEmptyList(body.tiles) ? [NO_TILES_HINT] : [] };
});

const nameOfNew = (body: JsonObject, parameters: Parameters) =>
	`dashboard ${quoted(body.name)}${parentPhrase(dashboardRecord.parent, parameters, '')}`;

const ALL = recordOutput(
	'id name tags tiles filters savedFilterValues savedQuery savedQueryLanguage containers',
);

const simplifiedDashboard = {
	...dashboardRecord,
	output: {
		...ALL,
		simplify: ({ id, name, tags, tiles }: IDataObject): IDataObject => ({
			...withoutUndefined({ name, tags }),
			...(Array.isArray(tiles) && { tileCount: tiles.length }),
			...(typeof id === 'string' && { urlPath: `/dashboards/${id}` }),
			...withoutUndefined({ id }),
		}),
	},
};

export const dashboard = resource('Dashboard', 'A dashboard with its tiles', {
	// Tiles always get new IDs.
	create: create(dashboardRecord, {
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
		subject: 'dashboards',
		summarize: (body, parameters) =>
			`Create ${nameOfNew(body, parameters)} with ${counted(tilesOf(body).length, 'tile')}`,
	}),
	delete: remove(dashboardRecord, {
		goesWithIt: 'its alerts',
		description: 'Delete a dashboard and its alerts permanently',
		successHint: () => 'The API may return the same response for an unknown ID.',
	}),
	get: get(dashboardRecord, { description: 'Get a dashboard' }),
	getAll: getMany(simplifiedDashboard, {
		description: "Get the team's dashboards with their tiles",
	}),
	update: update(dashboardRecord, {
		description: "Change a dashboard's name, tiles and tags. Keeps what you don't enter.",
		fields: changedDashboard,
		extraOptions: [allowEmptyOption],
		repeatable: hasFindableTiles,
		successHint: createdTiles,
		summarize: updateSummary,
	}),
	// Stores nothing, and responds without `data`.
	validate: {
		kind: 'read',
		name: 'Validate',
		description: 'Check whether a dashboard could be created, without creating it',
		action: 'Validate dashboard',
		properties: [
			noticeField(
				'validateNotice',
				'Checks the definition of a new dashboard, including its sources and connections. A filter with an ID, as in an update, is invalid.',
			),
			...definitionFields,
			requestOptions({ reads: true }),
		],
		output: { isEmptySuccess: ({ valid }) => typeof valid === 'boolean' },
		texts: {
			subjectOf: () => 'dashboards',
			summarize: (request, parameters) => `Validate ${nameOfNew(objectBody(request), parameters)}`,
		},
		plan: planRequests('POST', below(dashboardRecord.collection, 'validate'), newDashboard, {
			reads: true,
		}),
	},
});
