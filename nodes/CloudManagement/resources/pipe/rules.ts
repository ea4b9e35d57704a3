import { z } from 'zod';
import type { Finding } from '../../../engine/body/interpret';
import { finding, prefixPaths } from '../../../engine/body/interpret';
import type { JsonObject } from '../../../engine/json';
import { isAbsent, isJsonObject, objectMember } from '../../../engine/json';
import type { ValidationIssue } from '../../../engine/issue';
import type { ValidationOptions } from '../../../engine/issues/checks';
import { zodIssues } from '../../../engine/issues/checks';
import {
	destination,
	destinationFindings,
	destinationWarnings,
	fieldMappingsSchema,
	mappingWarnings,
	unknownColumns,
} from './destination';
import { scaling, scalingFindings, pipeOptions, settings } from './commands';
import { withoutSecrets } from './secrets';
import {
	SECRET_PATHS,
	sourceFindings,
	sourcesIn,
	sourceSchema,
	TABLE_KINDS,
	unlistedKindsOf,
} from './sources';
import { GROUPED_SECRETS } from './sources/secrets';

/** The body of "Create pipe", in the reference's neutral spelling. */
export const pipeSchema = z
	.object({
		name: z.string().trim().min(1),
		source: sourceSchema,
		destination: destination.schema,
		fieldMappings: fieldMappingsSchema.nullish(),
		scaling: scaling.schema.nullish(),
		settings: settings.schema.nullish(),
		...pipeOptions.schema.shape,
	})
	.passthrough();

/**
 * Validates the body of a new pipe: shape, enumerations and bounds, what goes together, and likely slips. The
 * field of each finding is the path in the body in dotted notation.
 */
export function pipeFindings(body: JsonObject, options: ValidationOptions): Finding[] {
	const source = objectMember(body, 'source') ?? {};
	const kinds = sourcesIn(source).map(({ kind }) => kind);
	const kind = kinds.length === 1 ? kinds[0] : undefined;
	const hasSource = isJsonObject(body.source);
	const ofSource = hasSource ? prefixPaths('source', sourceFindings(source, options)) : [];
	const ofScaling = kind === undefined ? [] : scalingFindings(body.scaling, kind);
	return [
		...zodIssues(pipeSchema, body, options).map(asError),
		...ofSource.filter(({ severity }) => severity === 'error'),
		...ofSource.filter(({ severity }) => severity !== 'error' && severity !== 'warning'),
		...withoutSecrets(source),
		...(hasSource ? destinationFindings(body, kind) : []),
		...secretsElsewhere(body),
		...prefixPaths('scaling', ofScaling),
		...destinationWarnings(body, kind),
		...unknownColumns(body),
		...ofSource.filter(({ severity }) => severity === 'warning'),
		...pipeWarnings(body),
		...pauseFindings(body, kind),
	];
}

/** Pipes of databases start by themselves. Second reference, 6.1. */
function pauseFindings({ startPaused }: JsonObject, kind: string | undefined): Finding[] {
	if (startPaused !== true || kind === undefined || TABLE_KINDS.includes(kind)) return [];
	return [finding('warning', 'startPaused', { code: 'notOfDatabase' })];
}

function asError(issue: ValidationIssue): Finding {
	return { ...issue, severity: 'error' };
}

/** Returns what a pipe lacks by its own sense, although the reference does not demand it. */
export function pipeWarnings(body: JsonObject): Finding[] {
	const source = objectMember(body, 'source') ?? {};
	const ofTables = sourcesIn(source).flatMap(({ kind, tables }) => {
		const owner = objectMember(source, kind);
		if (tables === undefined || owner === undefined) return [];
		return prefixPaths(`source.${kind}.tableMappings`, tables.findings(owner.tableMappings));
	});
	return [...mappingWarnings(body), ...ofTables];
}

/** The keys of a pipe below which a name marks a secret. Below others, such as tags, names are free. */
const LISTED_MEMBERS = ['destination', 'fieldMappings', 'scaling', 'settings', 'source'];

/** Every key of the contract for a secret. */
const SECRET_NAMES: ReadonlySet<string> = new Set([
	...SECRET_PATHS.map((path) => path.slice(path.lastIndexOf('.') + 1)),
	...GROUPED_SECRETS.map(({ key }) => key),
]);

/** Returns whether a body contains a secret, wherever it is. */
export function hasSecrets(body: JsonObject): boolean {
	return misplacedSecrets(body, []).length > 0;
}

/** Returns an issue for each secret in a place in which the API doesn't accept it. */
export function secretsElsewhere(body: JsonObject): Finding[] {
	// An unlisted source may accept any secret, so none is refused there.
	const unlisted = unlistedKindsOf(objectMember(body, 'source') ?? {});
	return misplacedSecrets(body, [...SECRET_PATHS, ...unlisted.map((name) => `source.${name}`)]);
}

/**
 * Returns an issue for each secret in a place in which the API accepts none, and might store it unencrypted.
 * `allowed` lists the paths below which secrets may be.
 */
function misplacedSecrets(value: unknown, allowed: readonly string[], path = ''): Finding[] {
	if (typeof value !== 'object' || value === null || allowed.includes(path)) return [];
	const found: Finding[] = [];
	for (const [name, member] of Object.entries(value)) {
		const isSecret = !Array.isArray(value) && SECRET_NAMES.has(name) && !isAbsent(member);
		if (!isSecret && typeof member !== 'object') continue;
		const inner = path === '' ? name : `${path}.${name}`;
		if (isSecret && !allowed.includes(inner)) {
			found.push(finding('error', inner, { code: 'misplacedSecret' }));
		} else if (path !== '' || LISTED_MEMBERS.includes(name)) {
			found.push(...misplacedSecrets(member, allowed, inner));
		}
	}
	return found;
}
