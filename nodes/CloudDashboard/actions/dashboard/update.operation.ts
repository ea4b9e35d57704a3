import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { HttpRequest } from '../../../core/http/request';
import { objectBody } from '../../../core/http/request';
import type { JsonObject } from '../../../core/json';
import { isJsonObject } from '../../../core/json';
import type { Parameters, ValidationIssue } from '../../../core/operation';
import { noticeField } from '../../../core/parameters/properties';
import { asObject } from '../../../core/parameters/values';
import { aboutRecord, recordPath } from '../../../core/record/record';
import type { ListedOperation } from '../../../core/resource';
import { andMore, counted } from '../../../core/text';
import { inJson, isWithin } from '../../../core/validation/issue';
import { hasTileId } from '../../api/dashboard';
import { requestOptions } from '../authentication';
import { dashboardIdField, dashboardKind } from '../records';
import { currentDashboardField, mergedWithCurrent, readCurrent, updateSummary } from './current';
import { definitionFields, plannedDashboard } from './definition';
import { tilesOf } from './tiles';

/** How many new tiles are listed by name. */
const MAX_NAMED = 10;

const allowEmptyOption: INodeProperties = {
	displayName: 'Allow Empty Dashboard',
	name: 'allowEmpty',
	type: 'boolean',
	default: false,
	description: 'Whether an update may leave the dashboard without any tiles',
};

/** Reference, "Update dashboard". */
export const updateDashboard: ListedOperation = {
	name: 'Update',
	description:
		'Replace the name, tiles and tags of a dashboard. Tiles that are left out are deleted.',
	action: 'Update dashboard',
	properties: [
		dashboardIdField,
		noticeField(
			'replaceNotice',
			"Replaces name, tiles and tags. Tiles left out are deleted with their alerts. A tile without an ID, or with one that isn't in the dashboard, is created again on every run. A tile whose chart becomes anything but a line, stacked bars or a number loses its alerts. Filters, containers and the saved query stay unless they are sent.",
		),
		currentDashboardField,
		...definitionFields,
		requestOptions({ reads: false, own: [allowEmptyOption] }),
	],
	unknownOutcome: [
		'The dashboard may have been replaced',
		'Check the dashboard before you run the node again: tiles without an ID would be created again.',
	],
	repeatable: hasOnlyKnownTiles,
	target: aboutRecord(dashboardKind).target,
	successHint: createdTiles,
	summarize: (request, parameters) => updateSummary(objectBody(request), parameters),
	plan: (parameters, { credential }) => {
		const { path, issues } = recordPath(dashboardKind, parameters, credential);
		const {
			body,
			hints = [],
			...planned
		} = plannedDashboard(parameters, (entered) => mergedWithCurrent(entered, parameters));
		const invalid = [...planned.issues, ...unplacedIssues(body, parameters)];
		return {
			request: { method: 'PUT', path, body },
			issues: [...issues, ...invalid, ...emptyIssues({ body, issues: invalid }, parameters)],
			hints,
		};
	},
};

/** Returns whether the current dashboard has every tile. Any other is created again each time, with another ID. */
function hasOnlyKnownTiles({ tiles }: JsonObject, parameters: Parameters): boolean {
	const { current = {} } = readCurrent(parameters);
	const known = new Set(
		tilesOf(current)
			.filter(hasTileId)
			.map(({ id }) => id),
	);
	return Array.isArray(tiles) && tiles.every((tile) => isJsonObject(tile) && known.has(tile.id));
}

/** By fields, a tile that is kept needs its position: the API would refuse it, or put it at the origin. */
function unplacedIssues(body: JsonObject, { dashboardInput }: Parameters): ValidationIssue[] {
	if (dashboardInput === 'json' || dashboardInput === 'list') return [];
	return tilesOf(body).flatMap((tile, index) => {
		const isPlaced = ['x', 'y', 'w', 'h'].every((name) => tile[name] !== undefined);
		if (!hasTileId(tile) || isPlaced) return [];
		return [{ path: `tiles.${String(index)}`, code: 'unplacedTile' }];
	});
}

/** Names the tiles that were created, with the IDs by which the next update keeps them. */
function createdTiles(
	dashboard: IDataObject,
	request: HttpRequest,
	shown: (text: string) => string,
): string | undefined {
	const sent = new Set(tilesOf(objectBody(request)).map(({ id }) => id));
	const created = tilesOf(dashboard).filter((tile) => hasTileId(tile) && !sent.has(tile.id));
	if (created.length === 0) return undefined;
	const names = created
		.slice(0, MAX_NAMED)
		.map(
			({ id, name }) => `'${typeof name === 'string' ? shown(name) : ''}' (${shown(String(id))})`,
		);
	const more = andMore(created.length - names.length);
	return `Created ${counted(created.length, 'tile')}: ${names.join(', ')}${more}. Enter each ID in its tile, so that the next update keeps the tile and its alerts.`;
}

/** Refuses an update that would delete every tile, unless the options ask for it. */
function emptyIssues(
	{ body, issues }: { body: JsonObject; issues: ValidationIssue[] },
	{ dashboardInput, options }: Parameters,
): ValidationIssue[] {
	const isEmpty = Array.isArray(body.tiles) && body.tiles.length === 0;
	const isUnread = issues.some(({ path }) => isWithin(path, 'tiles'));
	if (!isEmpty || isUnread || asObject(options).allowEmpty === true) return [];
	const option = allowEmptyOption.displayName;
	const empty: ValidationIssue[] = [{ path: 'tiles', code: 'noTiles', option }];
	return dashboardInput === 'json' ? inJson(empty) : empty;
}
