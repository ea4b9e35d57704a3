import type { JsonObject } from '../../core/json';
import { isJsonObject } from '../../core/json';

/** The neutral prefix of the settings that a deployment may name its own way. Reference, naming note. */
export const ENGINE_SETTING_PREFIX = 'engine_';

/** The neutral spelling of the path segment. Reference, naming note. */
export const PIPES_SEGMENT = 'pipes';

const NEUTRAL_VERSION_MEMBER = 'engineVersion';

/** The value of `apiDialect` with which the credential's own spellings count. */
export const CUSTOM_DIALECT = 'custom';

/** The value of `apiDialect` for ClickHouse Cloud, and its spellings, which are publicly known. */
export const CLICKHOUSE_CLOUD_DIALECT = 'clickhouseCloud';
const CLICKHOUSE_CLOUD = { pipesSegment: 'clickpipes', engineSettingPrefix: 'clickhouse_' };

/** Returns how this deployment spells the path segment `pipes`, from the credential. */
export function pipesSegmentOf(credential: Readonly<JsonObject>): string {
	return spelling(credential, 'pipesSegment', PIPES_SEGMENT);
}

/** Returns how this deployment spells the prefix `engine_`, from the credential. */
export function engineSettingPrefixOf(credential: Readonly<JsonObject>): string {
	return spelling(credential, 'engineSettingPrefix', ENGINE_SETTING_PREFIX);
}

/** Returns the neutral spelling unless the credential's dialect has another, or is custom and gives another. */
function spelling(
	credential: Readonly<JsonObject>,
	member: keyof typeof CLICKHOUSE_CLOUD,
	neutral: string,
): string {
	if (credential.apiDialect === CLICKHOUSE_CLOUD_DIALECT) return CLICKHOUSE_CLOUD[member];
	const value = credential.apiDialect === CUSTOM_DIALECT ? credential[member] : undefined;
	return typeof value === 'string' && value.trim() !== '' ? value.trim() : neutral;
}

/** Turns the names of `settings` from the deployment's spelling to the neutral one. */
export function toNeutralSettings(record: JsonObject, prefix: string): JsonObject {
	return withSettings(record, prefix, ENGINE_SETTING_PREFIX);
}

/** Turns the names of `settings` from the neutral spelling to the deployment's. */
export function toDeploymentSettings(record: JsonObject, prefix: string): JsonObject {
	return withSettings(record, ENGINE_SETTING_PREFIX, prefix);
}

/** Turns a record that the API gave to the neutral spelling: settings, and the service's engine version. */
export function toNeutralRecord(record: JsonObject, prefix: string): JsonObject {
	const versionMember = `${prefix.replace(/(?<!_)_+$/, '')}Version`;
	const renamed = toNeutralSettings(record, prefix);
	if (!(versionMember in renamed) || NEUTRAL_VERSION_MEMBER in renamed) return renamed;
	return Object.fromEntries(
		Object.entries(renamed).map(([name, value]) => [
			name === versionMember ? NEUTRAL_VERSION_MEMBER : name,
			value,
		]),
	);
}

function withSettings(record: JsonObject, from: string, to: string): JsonObject {
	const { settings } = record;
	if (from === to || !isJsonObject(settings)) return record;
	const renamed = Object.entries(settings).map(([name, value]) => [
		name.startsWith(from) ? to + name.slice(from.length) : name,
		value,
	]);
	return { ...record, settings: Object.fromEntries(renamed) };
}
