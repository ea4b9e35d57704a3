import { identified, named, quoted } from '../../../core/summary';
import { andMore } from '../../../core/text';
import type { JsonObject } from '../../../core/json';
import { isJsonObject } from '../../../core/json';
import type { HttpRequest } from '../../../core/http/request';
import { objectBody } from '../../../core/http/request';
import type { Parameters } from '../../../core/operation';
import { isAbsent, objectMember, textMember } from '../../api/pipe/members';
import type { SourceKind } from '../../api/pipe/source';
import { sourceKindsOf, unlistedKindsOf } from '../../api/pipe/source';

/** So many tables are named. */
const MAX_TABLES = 5;

/** Names the pipe to create. */
export function pipeTarget(request: HttpRequest): string | undefined {
	return identified('pipe', objectBody(request).name);
}

/** Says what a pipe to create is called, what it reads and where it writes to. */
export function pipeSummary(request: HttpRequest, { serviceId }: Parameters): string {
	const body = objectBody(request);
	const source = objectMember(body, 'source') ?? {};
	const from = sourceText(source);
	const into = destinationText(objectMember(body, 'destination') ?? {}, source);
	return `Create pipe ${quoted(body.name)} from ${from} into ${into} of service ${named(serviceId)}`;
}

const SOURCE_TEXTS: Readonly<Record<SourceKind, (member: JsonObject) => string>> = {
	kafka: ({ topics }) =>
		`Kafka ${String(topics).includes(',') ? 'topics' : 'topic'} ${named(topics)}`,
	kinesis: ({ streamName }) => `Kinesis stream ${named(streamName)}`,
	objectStorage: (member) => {
		const url = textMember(member, 'url');
		// Leaves out the query, which contains the signature of a presigned URL.
		if (url !== undefined) return named(url.replace(/\?.*/, ''));
		return `${named(member.path)} in container ${named(member.azureContainerName)}`;
	},
	postgres: ({ database, host }) => `Postgres database ${named(database)} on ${named(host)}`,
};

function sourceText(source: JsonObject): string {
	const [kind] = sourceKindsOf(source);
	if (kind !== undefined) return SOURCE_TEXTS[kind](objectMember(source, kind) ?? {});
	return named(unlistedKindsOf(source).join(', '));
}

function destinationText({ database, table }: JsonObject, source: JsonObject): string {
	if (!isAbsent(table)) return `${named(database)}.${named(table)}`;
	const { tableMappings } = objectMember(source, 'postgres') ?? {};
	const tables = Array.isArray(tableMappings) ? tableMappings.filter(isJsonObject) : [];
	if (tables.length === 0) return `database ${named(database)}`;
	const names = tables
		.slice(0, MAX_TABLES)
		.map(({ sourceTable, targetTable }) => named(targetTable ?? sourceTable));
	const word = tables.length === 1 ? 'table' : 'tables';
	const more = andMore(tables.length - names.length);
	return `${word} ${names.join(', ')}${more} of database ${named(database)}`;
}
