import { SOURCES } from '../../../nodes/CloudManagement/resources/pipe/sources';

/** Settings that the form fills in, by path. A new pipe's summary leaves them out. */
export const PRESET_SETTINGS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
	...SOURCES.flatMap(({ kind, summary: { presets = {} } }) =>
		Object.entries(presets).map(([path, value]) => [`${kind}.${path}`, value] as const),
	),
	['destination.managedTable', true],
]);
