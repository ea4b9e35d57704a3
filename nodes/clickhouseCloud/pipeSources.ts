import type { IDataObject } from 'n8n-workflow';
import { isJsonObject } from '../engine/json';
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

/** The first of these keys that a source has names what it reads. */
const SOURCE_NAME_KEYS = wordsOf('topics topic streamName url path database host uri');

/** What a source reads, in the columns of a pipe's simplified output. */
export function sourceColumns(source: unknown): IDataObject {
	const members = asObject(asObject(source)[kindOfSource(source) ?? '']);
	const { tableMappings } = members;
	return {
		sourceName: SOURCE_NAME_KEYS.map((key) => members[key]).find(isText) ?? null,
		tables: Array.isArray(tableMappings)
			? tableMappings.map((mapping: unknown) => tableNames(mapping).join(' → '))
			: null,
	};
}

/** `place` is the target's database with a dot. */
export function tableNames(mapping: unknown, place = ''): string[] {
	const { sourceTable, sourceCollection, targetTable, ...others } = asObject(mapping);
	const table = textOr(sourceTable ?? sourceCollection, '');
	const owner = others.sourceSchemaName ?? others.sourceDatabaseName ?? others.sourceDatasetName;
	const schema = isText(owner) ? `${String(owner)}.` : '';
	const target = place + textOr(targetTable, table || '?');
	return [...new Set(table === '' ? [target] : [schema + table, target])];
}
