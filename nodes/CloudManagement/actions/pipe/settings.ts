import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import type { JsonObject } from '../../../core/json';
import type { Parameters } from '../../../core/operation';
import { optional, optionalObject } from '../../../core/parameters/values';
import { camelCased } from '../../../core/validation/fieldLabels';
import type { PipeSetting } from '../../api/pipe/settings';
import { PIPE_SETTINGS } from '../../api/pipe/settings';
import { numberOption } from './numberOption';

/** Each setting, with the name of its field. */
const SETTING_FIELDS = Object.keys(PIPE_SETTINGS).map((name) => [name, fieldOf(name)] as const);

/** The settings of a pipe, shown under Pipe Settings for the sources that they concern. */
export const settingOptions: INodeProperties[] = Object.entries(PIPE_SETTINGS).flatMap(
	([name, setting]) =>
		updateDisplayOptions({ show: { '/sourceKind': [...setting.kinds] } }, [
			settingOption(name, setting),
		]),
);

/** Returns the `settings` member, in the neutral spelling. Reference, "Pipe settings". */
export function settingsBody(fields: Parameters): JsonObject | undefined {
	const values = SETTING_FIELDS.map(([name, field]): [string, unknown] => [
		name,
		optional(fields[field]),
	]);
	return optionalObject(Object.fromEntries(values));
}

function settingOption(name: string, setting: PipeSetting): INodeProperties {
	const { label, description, bounds } = setting;
	const field = fieldOf(name);
	if (bounds !== undefined) return numberOption(label, field, { description, bounds });
	return { displayName: label, name: field, type: 'boolean', default: false, description };
}

function fieldOf(setting: string): string {
	return camelCased(['settings', setting]);
}
