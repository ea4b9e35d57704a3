import type { IDataObject } from 'n8n-workflow';
import type { JsonObject } from '../engine/json';
import { isDataObject, isJsonObject } from '../engine/json';
import { asObject, isText, textOr } from '../engine/parameters/values';
import { wordsOf } from '../engine/text';

export const SECRET_LABELS = {
	username: 'Username',
	password: 'Password',
	accessKeyId: 'Access Key ID',
	secretKey: 'Secret Key',
	connectionString: 'Connection String',
	certificate: 'Certificate',
	privateKey: 'Private Key',
	serviceAccountKey: 'Service Account Key',
	schemaRegistryUsername: 'Schema Registry Username',
	schemaRegistryPassword: 'Schema Registry Password',
};

/** A source has a key for each kind, but only one of them isn't null. */
export function kindOfSource(source: unknown): string | undefined {
	if (!isJsonObject(source)) return undefined;
	return Object.keys(source).find((name) => isJsonObject(source[name]));
}

/** The first of these keys in a source says what it reads. */
const SOURCE_NAME_KEYS = wordsOf('topics topic streamName url path database');
/** These keys name the source if it contains none of the keys above and no table. */
const SERVER_KEYS = wordsOf('host uri projectId');

/**
 * What a pipe reads and fills, as columns of its simplified output. The columns mean the same for each kind of pipe.
 */
export function dataColumns({ source, destination }: IDataObject): IDataObject {
	const members = asObject(asObject(source)[kindOfSource(source) ?? '']);
	const { database = null, table = null } = isDataObject(destination) ? destination : {};
	const mappings = tableMappingsOf(members, table);
	const owners = [...new Set(mappings.map(ownerOf).filter(isText))];
	const firstText = (keys: readonly string[]) => keys.map((key) => members[key]).find(isText);
	const sourceName =
		firstText(SOURCE_NAME_KEYS) ?? (owners.length > 0 ? owners.join(',') : firstText(SERVER_KEYS));
	const targets = mappings.flatMap((mapping) => asObject(mapping).targetTable ?? []).filter(isText);
	return {
		sourceName: sourceName ?? null,
		tables: mappings.map((mapping) => tableNames(mapping).join(' → ')),
		database,
		table: mappings.length === 1 ? (targets[0] ?? null) : null,
	};
}

/** A source without tables fills the destination's table. */
function tableMappingsOf({ tableMappings }: JsonObject, table: unknown): unknown[] {
	if (Array.isArray(tableMappings)) return tableMappings;
	return textOr(table, '') === '' ? [] : [{ targetTable: table }];
}

function ownerOf(mapping: unknown): unknown {
	const { sourceSchemaName, sourceDatabaseName, sourceDatasetName } = asObject(mapping);
	return sourceSchemaName ?? sourceDatabaseName ?? sourceDatasetName;
}

/** `place` is the target's database, followed by a dot. */
export function tableNames(mapping: unknown, place = ''): string[] {
	const { sourceTable, sourceCollection, targetTable } = asObject(mapping);
	const table = textOr(sourceTable ?? sourceCollection, '');
	const owner = ownerOf(mapping);
	const schema = isText(owner) ? `${String(owner)}.` : '';
	const target = place + textOr(targetTable, table || '?');
	return [...new Set(table === '' ? [target] : [schema + table, target])];
}
