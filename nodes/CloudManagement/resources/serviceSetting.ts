import type { INodeProperties } from 'n8n-workflow';
import { phrase, quoteName } from '../../engine/phrase';
import { describeFields, text } from '../../engine/body/fields';
import type { ChangeOperation, ListOperation } from '../../engine/operation';
import { readItemOptions } from '../../engine/options/requestOptions';
import { noticeField, withNotices } from '../../engine/parameters/properties';
import { asObject, isText } from '../../engine/parameters/values';
import type { ListedOperation } from '../../engine/resource';
import { resource } from '../../engine/resource';
import { serviceSettingRecord } from '../../clickhouseCloud/records';
import {
	nameOfSetting,
	noteHint,
	SERVER_SETTINGS,
	settingsIn,
} from '../../clickhouseCloud/serviceSettings';
import { wholeBodyFields } from '../../features/record/bodyFields';
import { remove, update } from '../../features/record/change';
import { get, getMany, recordPhrase, recordPath } from '../../features/record/record';
import { recordsIn } from '../../engine/json';
import type { CollectionPath } from '../../features/record/paths';

const changedSetting = wholeBodyFields(
	describeFields('', {
		value: text('Value', {
			required: true,
			placeholder: 'e.g. 8',
			description: 'New value, such as a number or text',
		}),
	}),
	{
		bodySteps: [
			({ body }, parameters) => ({
				bodyToSend: { settings: { [nameOfSetting(parameters)]: body['value'] } },
			}),
		],
	},
);

/** A change names the setting in its body, so the path doesn't. */
const settingsPath: CollectionPath = (parameters, credential) => ({
	...serviceSettingRecord.collection(parameters, credential),
	issues: recordPath(serviceSettingRecord)(parameters, credential).issues,
});

function warningsIn(payload: unknown): string[] {
	const { warnings } = asObject(payload);
	return recordsIn(warnings).flatMap(({ name, message }) => noteHint(name, message));
}

const getSettings: ListedOperation<ListOperation> = {
	...getMany(serviceSettingRecord, {
		description: 'Get the service settings that differ from their defaults',
		action: 'Get many service settings',
		// A full response stays unchanged.
		pick: (elements, { options }) =>
			readItemOptions(options).fullResponse
				? elements
				: elements.flatMap((element) => settingsIn(element) ?? []),
	}),
	missingList: (payload) => (settingsIn(payload) === undefined ? 'settings' : undefined),
};

const RESTART_NOTICE: INodeProperties = {
	...noticeField('restartNotice', 'Changing this setting restarts the server.'),
	// In n8n 1.x, `startsWith` throws for a missing value.
	displayOptions: {
		show: {
			'/settingName': [{ _cnd: { between: { from: SERVER_SETTINGS, to: `${SERVER_SETTINGS}~` } } }],
		},
	},
};

function withRestartNotice(
	operation: ListedOperation<ChangeOperation>,
): ListedOperation<ChangeOperation> {
	const properties = withNotices(operation.properties, { settingName: RESTART_NOTICE });
	return { ...operation, properties };
}

const resetSetting: ListedOperation<ChangeOperation> = {
	...remove(serviceSettingRecord, {
		name: 'Reset',
		verb: 'Reset',
		actionEnd: ' to its default',
		description: 'Reset a service setting to its default. Some resets restart the server.',
		action: 'Reset service setting',
		offersAllowUnusual: true,
	}),
	output: { emptyResult: (parameters) => ({ name: nameOfSetting(parameters), reset: true }) },
};

const updateSetting: ListedOperation<ChangeOperation> = {
	...update(serviceSettingRecord, {
		description: 'Change a service setting. Some changes restart the server.',
		action: 'Update service setting',
		offersAllowUnusual: true,
		fields: changedSetting,
		path: settingsPath,
		summarize: ({ settings }, parameters, { value }) => {
			const from = isText(value) ? phrase`from ${quoteName(value)} ` : '';
			return phrase`Change ${recordPhrase(serviceSettingRecord, parameters)} ${from}to ${quoteName(asObject(settings)[nameOfSetting(parameters)])}`;
		},
	}),
	output: {
		toItem: (payload, parameters) => {
			const name = nameOfSetting(parameters);
			const setting = settingsIn(payload)?.find((candidate) => candidate['name'] === name);
			const warnings = warningsIn(payload);
			return { ...setting, name, ...(warnings.length > 0 && { warnings }) };
		},
		successHint: (payload, _request, redact) => redact(warningsIn(payload).join(' ')) || undefined,
	},
};

export const serviceSetting = resource('Service Setting', 'A ClickHouse setting of a service', {
	get: get(serviceSettingRecord, {
		description: 'Get the value of a changed setting',
		action: 'Get service setting',
		advice: {
			404: 'The setting may have its default value. Service Setting → Get Many lists the changed settings. Otherwise, check the name and the service.',
		},
	}),
	getAll: getSettings,
	reset: withRestartNotice(resetSetting),
	update: withRestartNotice(updateSetting),
});
