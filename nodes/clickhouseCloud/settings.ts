import type { IDataObject } from 'n8n-workflow';
import { sentenceHint } from '../engine/issue';
import { isAbsent, isDataObject, parsedJson, recordsIn } from '../engine/json';
import type { Parameters } from '../engine/operation';
import { asObject } from '../engine/parameters/values';
import { truncate } from '../engine/text';
import type { Prerequisites } from '../features/record/record';
import { servicePath } from './identifiers';
import { below } from '../features/record/paths';
import { BETA_PERMISSIONS } from './permissions';

const SERVER_SETTINGS = 'spec.extraConfig.server.';

/** Path of the settings that a service can have, with the API's remarks. */
export const settingSchemaPath = below(servicePath, 'clickhouseSettings', 'schema');

/** Reads settings from a list or a name-value map, also as JSON text. Undefined if unreadable. */
export function settingsIn(payload: unknown): IDataObject[] | undefined {
	const { settings } = asObject(payload);
	// The vendor's document doesn't require the key.
	if (isAbsent(settings)) return [];
	const value = typeof settings === 'string' ? parsedJson(settings) : settings;
	if (Array.isArray(value)) return recordsIn(value);
	if (!isDataObject(value)) return undefined;
	return Object.entries(value).map(([name, content]) => ({ name, value: content }));
}

export function nameOfSetting({ settingName }: Parameters): string {
	return String(settingName).trim();
}

/** Repeats the API's remark on the setting before a change, and says that the server restarts. */
export const settingNotes: Prerequisites = (parameters, { credential, facts = {} }) => {
	const name = nameOfSetting(parameters);
	const { warning, deprecationNotice } =
		recordsIn(facts['schema']).find((setting) => setting['name'] === name) ?? {};
	const notes = [
		...(name.startsWith(SERVER_SETTINGS) ? [`Changing ${name} restarts the server.`] : []),
		...[warning, deprecationNotice].flatMap((note) => noteHint(name, note)),
	];
	return {
		issues: notes.map(sentenceHint),
		needs: [
			{
				fact: 'schema',
				purpose: 'The node reads what the API says about the setting first.',
				request: { method: 'GET', path: settingSchemaPath(parameters, credential).path },
				permission: BETA_PERMISSIONS.clickhouseSettings.read,
				factIn: (payload) => ({ value: settingsIn(payload) ?? [] }),
				// Settings can be changed even if the API has no schema.
				factOfFailure: () => [],
			},
		],
	};
};

/** The API's remark on a setting. */
export function noteHint(name: unknown, note: unknown): string[] {
	return typeof note === 'string' && note !== '' ? [truncate(`${String(name)}: ${note}`)] : [];
}
