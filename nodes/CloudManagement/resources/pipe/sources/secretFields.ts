import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import type { Field } from '../../../../engine/body/fields';
import { fieldWithProperties } from '../../../../engine/body/fields';
import type { Issue } from '../../../../engine/issue';
import { onlyForText } from '../../../../engine/issue';
import type { JsonObject } from '../../../../engine/json';
import { isAbsent, isJsonObject, valueAt } from '../../../../engine/json';
import { emptyToUndefined } from '../../../../engine/parameters/values';
import type { Secret, Secrets } from './secretKinds';
import { CREDENTIAL_TYPE, GROUPED_SECRETS, sourceCredentialNotice } from './secretKinds';

/** The secrets that each authentication uses. Undefined for an authentication without secrets. */
export type SecretTable = Readonly<Record<string, Secrets | undefined>>;

/** Row for a source without an authentication. */
export const NO_METHOD = 'noAuthentication';

/** Row for all authentications that have no row, and for a source without authentication. */
export const ANY_METHOD = 'anyAuthentication';

export interface SecretField extends Field {
	/** The table may depend on other keys of the source. */
	tableFor: (members: JsonObject) => SecretTable;
	/** In JSON without an authentication, the credential decides which of these secrets are sent. */
	openTo?: readonly Secrets[];
	/** Set if the source may work without its secrets. Its own rules check them. */
	optional?: {
		/** Ends the warning about missing secrets. */
		advice: string;
		/** True if the form's source surely needs them. */
		isNeeded: (members: JsonObject) => boolean;
	};
}

/** `path` leads to the secrets in the source. */
export interface SecretUse {
	path: string;
	field: SecretField;
	secrets: Secrets;
}

const groupSchema = z
	.object(Object.fromEntries(GROUPED_SECRETS.map(({ key }) => [key, z.string().nullish()])))
	.passthrough();

/** An object of secrets. Shows notices about its credential with each authentication in the table. */
export function secretGroup(
	table: SecretField['tableFor'] | SecretTable,
	{
		notices = [sourceCredentialNotice],
		...settings
	}: Pick<SecretField, 'openTo' | 'optional' | 'shown'> & { notices?: INodeProperties[] } = {},
): SecretField {
	const tableFor = typeof table === 'function' ? table : () => table;
	const rows = rowsWithSecrets(tableFor({}));
	const methods = rows.map(({ method }) => method).filter((method) => method !== NO_METHOD);
	const condition = methods.length > 0 && { shown: { authentication: methods } };
	return { ...fieldWithProperties(groupSchema, notices), ...condition, ...settings, tableFor };
}

/** A single secret. It has no notice, because the group next to it shows a notice for both. */
export function secretText(table: SecretTable): SecretField {
	return { schema: z.string(), tableFor: () => table };
}

export function isSecretField(field: Field | SecretField): field is SecretField {
	return 'tableFor' in field;
}

function rowsWithSecrets(table: SecretTable) {
	return Object.entries(table).flatMap(([method, secrets]) =>
		secrets && method !== ANY_METHOD ? [{ method, secrets }] : [],
	);
}

/** Set if only one authentication uses the secrets. */
export function onlyRowIn(table: SecretTable): { method: string; secrets: Secrets } | undefined {
	const [row, ...otherRows] = rowsWithSecrets(table);
	return otherRows.length === 0 ? row : undefined;
}

export function secretsWith(table: SecretTable, authentication: unknown): Secrets | undefined {
	const method = isAbsent(authentication) ? NO_METHOD : String(authentication);
	return table[Object.hasOwn(table, method) ? method : ANY_METHOD];
}

/** The secrets with their paths in the source. A single secret is the field itself. */
export function secretsAt(path: string, secrets: Pick<Secrets, 'entries'>): Secret[] {
	return secrets.entries.map((secret) => ({
		...secret,
		key: secret.key === path ? path : `${path}.${secret.key}`,
	}));
}

/**
 * An authentication may lack secrets, or not use those that are sent. `methods` are the listed methods; nobody knows
 * which secrets others use.
 */
export function secretIssues(
	path: string,
	{ tableFor }: SecretField,
	members: JsonObject,
	methods: readonly string[],
): Issue[] {
	const table = tableFor(members);
	const used = secretsWith(table, members.authentication);
	if (used !== undefined) return missingSecrets(members, secretsAt(path, used));
	const only = onlyRowIn(table);
	if (only === undefined || isAbsent(members[path])) return [];
	if (isAbsent(members.authentication)) {
		// No credential would apply here, so the advice doesn't mention any.
		const text = `is missing. Enter it, or remove ${path}.`;
		const missing = missingOf(secretsAt(path, only.secrets), members);
		return isJsonObject(members[path]) ? missing.map(({ key }) => ({ path: key, text })) : [];
	}
	if (!methods.some((method) => method === members.authentication)) return [];
	return [{ path, text: onlyForText(`${only.method} authentication`) }];
}

/** Each issue names the credential's field that would supply the secret. */
export function missingSecrets(owner: JsonObject, entries: readonly Secret[]): Issue[] {
	return missingOf(entries, owner).map(({ key, label }) => ({
		path: key,
		text: `is missing. Select a ${CREDENTIAL_TYPE} credential whose ${label} is filled in.`,
		credentialField: label,
	}));
}

export function missingOf(entries: readonly Secret[], owner: JsonObject): Secret[] {
	return entries.filter(({ key }) => emptyToUndefined(valueAt(owner, key)) === undefined);
}
