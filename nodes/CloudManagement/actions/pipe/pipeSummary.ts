import { identified, named, quoted } from '../../../core/summary';
import { andMore } from '../../../core/text';
import type { JsonObject } from '../../../core/json';
import { isAbsent, isJsonObject, objectMember } from '../../../core/json';
import type { HttpRequest } from '../../../core/http/request';
import { objectBody } from '../../../core/http/request';
import type { Parameters } from '../../../core/operation';
import { sourcesIn, unlistedKindsOf } from './sources';

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

function sourceText(source: JsonObject): string {
	const [found] = sourcesIn(source);
	if (found !== undefined) return found.summarize(objectMember(source, found.kind) ?? {});
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
