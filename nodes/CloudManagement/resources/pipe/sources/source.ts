import type { Description, Field } from '../../../../engine/body/fields';
import { description } from '../../../../engine/body/fields';
import type { Finding, Rule } from '../../../../engine/body/interpret';
import { rulesOf, bodyOf } from '../../../../engine/body/interpret';
import type { JsonObject } from '../../../../engine/json';
import type { Parameters } from '../../../../engine/operation';
import type { ValidationOptions } from '../../../../engine/issues/checks';
import type { SecretMember, SecretField } from './authentication';
import type { TableMappings } from '../tableMappings';
import { secretFindings } from './authentication';

/** The secrets that an authentication uses, and the key that groups them; without one, they aren't grouped. */
export interface SecretUse {
	group?: string | undefined;
	members: readonly SecretMember[];
}

/** What form, check and summary know about a source besides its fields. */
interface SourceFacts {
	/** Its description in the selector. */
	about: string;
	/** Whether it is a stream, whose pipes have replicas of a size. */
	isStream?: true;
	/** A database loads into tables of its own, in place of one. */
	tables?: TableMappings;
	/** Whether its pipes can be resynced. Reference, "Update pipe state"; second reference, 7. */
	resyncs?: true;
	/** Says for people what is read. */
	summarize: (owner: JsonObject) => string;
}

interface SourceTraits extends SourceFacts, Pick<Field, 'panel'> {
	/** What the conditions of the fields can't express. */
	rules?: readonly Rule[];
	/** In place of the rules by which an authentication needs its secrets and no others. */
	secretRules?: (owner: JsonObject, input: ValidationOptions['input']) => Iterable<Finding>;
}

/** One kind of source: its key, and all that form, check and summary know about it. */
export interface Source extends SourceFacts {
	kind: string;
	label: string;
	description: Description;
	bodyOf: (fields: Parameters, timezone: string) => JsonObject;
	findings: (owner: JsonObject, input: ValidationOptions['input']) => Finding[];
	secretUse: (owner: JsonObject) => SecretUse;
	/** Returns the authentication that is the only one to use the given secrets. */
	methodOf: (areGiven: (members: SecretUse['members']) => boolean) => string | undefined;
}

/** Describes a kind of source. */
export function source(
	kind: string,
	label: string,
	members: Readonly<Record<string, Field | SecretField>>,
	{ panel = Object.keys(members), rules = [], secretRules, ...facts }: SourceTraits,
): Source {
	const described = description(kind, members, { panel, when: { '/sourceKind': [kind] } });
	const allRules = [...rulesOf(described), ...rules];
	const secrets = Object.entries(members).flatMap(([name, field]) =>
		'uses' in field ? [{ name, field }] : [],
	);
	const methods = members.authentication?.values ?? [];
	const secretsFound = (owner: JsonObject) =>
		secrets.flatMap(({ name, field }) => secretFindings(name, field, owner, methods));
	return {
		...facts,
		kind,
		label,
		description: described,
		bodyOf: bodyOf(described),
		findings: (owner, input) => [
			...allRules.flatMap((rule) => [...rule(owner)]),
			...(secretRules ?? secretsFound)(owner, input),
		],
		secretUse: (owner) => {
			const uses = secrets.map(({ name, field }) => ({
				group: field.isGroup ? name : undefined,
				members: field.uses(owner),
			}));
			return uses.find((use) => use.members.length > 0) ?? { members: [] };
		},
		methodOf: (areGiven) =>
			secrets
				.flatMap(({ field: { only } }) => (only === undefined ? [] : [only]))
				.find(({ members: used }) => areGiven(used))?.method,
	};
}
