import type { IDataObject } from 'n8n-workflow';
import type { Issue } from '../engine/issue';
import { sentenceHint, stopsItem, unusual } from '../engine/issue';
import { isAbsent, isDataObject, parsedJson, recordsIn } from '../engine/json';
import type { ParameterValues, Plan } from '../engine/operation';
import { asObject } from '../engine/parameters/values';
import { nearestKnown, shortLine } from '../engine/text';
import type { Step } from '../features/record/steps';
import { servicePath } from './identifiers';
import { below } from '../features/record/paths';
import { BETA_PERMISSIONS } from './permissions';

/** Settings whose names start like this restart the server. */
export const SERVER_SETTINGS = 'spec.extraConfig.server.';

/** The API returns the settings that a service can have, with remarks. */
export const settingSchemaPath = below(servicePath, 'clickhouseSettings', 'schema');

/** Reads settings from a list or a map of names and values, or from such JSON text. Undefined if they're unreadable. */
export function settingsIn(payload: unknown): IDataObject[] | undefined {
	const { settings } = asObject(payload);
	// The vendor's document doesn't require `settings`.
	if (isAbsent(settings)) return [];
	const value = typeof settings === 'string' ? parsedJson(settings) : settings;
	if (Array.isArray(value)) return recordsIn(value);
	if (!isDataObject(value)) return undefined;
	return Object.entries(value).map(([name, content]) => ({ name, value: content }));
}

export function nameOfSetting({ settingName }: ParameterValues): string {
	return String(settingName).trim();
}

const KNOWN_SETTINGS = 'known settings';

/**
 * The API may accept a misspelled name without an effect, so this reports it before a change. Also repeats the API's
 * remark on the setting, and says that the server restarts.
 */
export const settingNotes: Step<Plan> = ({ issues }, parameters, context) => {
	if (issues.some(stopsItem)) return {};
	const { credential, facts } = context;
	const name = nameOfSetting(parameters);
	const settings = recordsIn(facts[KNOWN_SETTINGS]);
	const setting = settings.find((candidate) => candidate['name'] === name);
	const spelling = setting === undefined ? misspelledIssues(name, settings) : [];
	const { warning, deprecationNotice } = setting ?? {};
	const notes = [
		...(name.startsWith(SERVER_SETTINGS) ? [`Changing ${name} restarts the server.`] : []),
		...[warning, deprecationNotice].flatMap((note) => noteHint(name, note)),
	];
	return {
		issues: [...spelling, ...notes.map(sentenceHint)],
		needs: [
			{
				fact: KNOWN_SETTINGS,
				purpose: 'The node first reads what the API says about the setting.',
				request: { method: 'GET', path: settingSchemaPath(parameters, credential).value },
				permission: BETA_PERMISSIONS.clickhouseSettings.read,
				factIn: (payload) => ({ value: settingsIn(payload) ?? [] }),
				// Users can change settings even if the API has no schema.
				factOfFailure: () => [],
			},
		],
	};
};

function misspelledIssues(name: string, settings: readonly IDataObject[]): Issue[] {
	const names = settings
		.map((setting) => setting['name'])
		.filter((knownName) => typeof knownName === 'string');
	const similarName = nearestKnown(name, names);
	if (similarName === undefined) return [];
	const problem = `isn't a known setting (did you mean "${similarName}"?)`;
	return [{ path: 'settingName', ...unusual(problem, 'Fix the name.') }];
}

export function noteHint(name: unknown, note: unknown): string[] {
	return typeof note === 'string' && note !== '' ? [shortLine(`${String(name)}: ${note}`)] : [];
}
