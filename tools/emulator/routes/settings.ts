import { isJsonObject, type JsonObject } from '../../contract/json';
import { badRequest, type Call, type Handler, notFound, parameter } from './answers';
import { withService } from './rules';

/** The names of these settings are the emulator's own. */
const SCHEMA: readonly JsonObject[] = [
	{
		name: 'spec.extraConfig.server.max_concurrent_queries',
		type: 'integer',
		description: 'Queries that run at the same time',
		warning: 'A reset restarts the server.',
		example: '500',
	},
	{ name: 'log_queries', type: 'integer', description: 'Whether queries are logged', enum: [0, 1] },
	{ name: 'old_planner', type: 'string', deprecationNotice: 'Use nothing in its place.' },
];

function settingsOf({ state }: Call) {
	return state.recordsOf('clickhouseCloud', 'settings');
}

function keyOf({ place }: Call, name: unknown): string {
	return `${String(place.serviceId)} ${String(name)}`;
}

function shown({ name, value }: JsonObject): JsonObject {
	return { name, value };
}

export const listServiceSettings: Handler = (call) => {
	const { serviceId } = call.place;
	const settings = settingsOf(call).all((setting) => setting['serviceId'] === serviceId);
	return { result: { settings: settings.map(shown) } };
};

export const getServiceSetting: Handler = (call) => {
	const setting = settingsOf(call).get(keyOf(call, parameter(call, 'settingName')));
	return setting === undefined ? notFound('setting') : { result: shown(setting) };
};

export const getServiceSettingSchema: Handler = () => ({ result: { settings: SCHEMA } });

/** Either all settings change or none. Values are stored as text. */
export const updateServiceSetting: Handler = (call) => {
	const { settings } = call.body;
	const changes = Object.entries(isJsonObject(settings) ? settings : {});
	const described = changes.map(([name]) => SCHEMA.find((entry) => entry['name'] === name));
	const unknown = changes.find((_change, index) => described[index] === undefined);
	if (unknown !== undefined) return badRequest(`there is no setting ${unknown[0]}`);
	for (const [name, value] of changes) {
		const { serviceId } = call.place;
		settingsOf(call).set({ id: keyOf(call, name), serviceId, name, value: String(value) });
	}
	const warnings = described.flatMap((entry) =>
		[entry?.['warning'] ?? entry?.['deprecationNotice'] ?? []]
			.flat()
			.map((message) => ({ name: entry?.['name'], message })),
	);
	return { result: { settings, ...(warnings.length > 0 && { warnings }) } };
};

export const resetServiceSetting: Handler = (call) => {
	settingsOf(call).delete(keyOf(call, parameter(call, 'settingName')));
	return { done: true };
};

const NO_WINDOW = notFound('upgrade window');

function windowsOf({ state }: Call) {
	return state.recordsOf('clickhouseCloud', 'upgradeWindows');
}

export const getUpgradeWindow: Handler = (call) => {
	const { weekday, startHourUtc } = windowsOf(call).get(parameter(call, 'serviceId')) ?? {};
	return weekday === undefined ? NO_WINDOW : { result: { weekday, startHourUtc, duration: 6 } };
};

/** Only a warehouse's first service has an upgrade window. */
export const setUpgradeWindow: Handler = withService((call, { id, ...service }) => {
	if (service['isPrimary'] === false) return badRequest('the service is not primary');
	windowsOf(call).set({ ...call.body, id });
	return { result: { ...call.body, duration: 6 } };
});

export const deleteUpgradeWindow: Handler = (call) =>
	windowsOf(call).delete(parameter(call, 'serviceId')) ? { done: true } : NO_WINDOW;
