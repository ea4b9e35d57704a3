import type { Phrase } from '../../../../engine/phrase';
import type {
	ChoiceSettings,
	Description,
	Field,
	SingleField,
} from '../../../../engine/body/fields';
import { choice, describeFields, text, usually, VERBATIM } from '../../../../engine/body/fields';
import type { Rule } from '../../../../engine/body/interpret';
import type { JsonObject } from '../../../../engine/json';
import { ownValue } from '../../../../engine/json';
import { wordsOf } from '../../../../engine/text';
import type { TableMappings } from '../tableMappings';
import type { SecretField, SecretUse } from './secretFields';
import { isSecretField, onlyRowIn, secretIssues, secretsWith } from './secretFields';
import type { Secrets } from './secretKinds';
import type { Issue } from '../../../../engine/issue';

/** In the form, this value omits `authentication` from the body. */
export const NO_AUTHENTICATION = 'none';

/** The API's default is an authentication with a login. */
export const BASIC = 'basic';

/** Workload identity needs no secrets, only a grant to the service's own identity. */
export const WORKLOAD_IDENTITY = 'SERVICE_ACCOUNT_WORKLOAD_IDENTITY';

/** A method's label names the secrets that its credential contains. */
const METHOD_LABELS: Readonly<Record<string, string>> = {
	CONNECTION_STRING: 'Connection String',
	IAM_ROLE: 'IAM Role',
	IAM_USER: 'IAM User (Access Key)',
	MUTUAL_TLS: 'Mutual TLS (Client Certificate)',
	PLAIN: 'Username and Password (PLAIN)',
	SERVICE_ACCOUNT: 'Service Account',
	[WORKLOAD_IDENTITY]: 'Workload Identity',
};

/** A method without a label is shown as it is. */
export function methodLabels(...names: readonly string[]): Record<string, string> {
	return Object.fromEntries(names.map((name) => [name, METHOD_LABELS[name] ?? name]));
}

export function methodName(method: string): string {
	const label = method === 'PLAIN' ? method : ownValue(METHOD_LABELS, method);
	return (label ?? method).replace(/ \(.*/, '');
}

export function authentication(
	options: Readonly<Record<string, string>>,
	settings: ChoiceSettings,
): Field {
	return choice('Authentication', options, { selects: true, ...settings });
}

/** A list matches only if none of its entries has a scheme. */
export const NO_SCHEME = /^(?![^]*:\/\/)/;

/** A role may be in any AWS partition, such as aws-cn. */
export const ROLE_ARN = usually(
	/^arn:aws[a-z-]*:iam::\d+:role\/\S+$/,
	"isn't the ARN of an IAM role",
	'Enter the whole ARN, such as arn:aws:iam::123456789012:role/pipes.',
);

export const iamRole = text('IAM Role ARN', {
	when: { authentication: ['IAM_ROLE'] },
	required: 'with IAM role authentication',
	placeholder: 'e.g. arn:aws:iam::123456789012:role/pipes',
	description: 'Role that the pipe assumes to read the source',
	note: 'ARN of the role. Required with IAM_ROLE',
	rule: ROLE_ARN,
});

export const PEM_TEXT = {
	rows: 4,
	placeholder: 'e.g. -----BEGIN CERTIFICATE-----',
	schema: VERBATIM,
};

export type SingleFields = Readonly<Record<string, SingleField>>;

/** What a source's file describes. */
interface SourceRow {
	/** Fields are in the order of the body. A database's table mappings follow. */
	fields: Readonly<Record<string, Field | SecretField>>;
	/** Names of the fields that the node shows immediately, in order. Users add the rest. */
	mainFields: string;
	/** Rules that fields' conditions can't express. */
	rules?: readonly Rule[];
	/**
	 * The selector's option. n8n searches its name, so it includes what people type, such as a product's name. What doesn't
	 * fit is in the description.
	 */
	option: { name: string; description?: string };
	/** Set for a stream. Only stream pipes have replica sizes. Neither streams nor databases have `scaling.concurrency`. */
	isStream?: true;
	/**
	 * Set for a database, which loads into several tables. The API reads the schema of any other source, which loads into
	 * one.
	 */
	tables?: TableMappings;
	resyncs?: true;
	/** The API accepts these settings for any source. */
	settings?: SingleFields;
	/** What an update accepts besides table mappings and addresses, which it accepts for any source. */
	change?: {
		/** True if only the pipe's name can change. */
		onlyName?: true;
		/** Keys that the contract requires in each change. */
		required?: readonly string[];
		/** Paths that the API ignores. */
		ignored?: readonly string[];
		/** Paths that the API refuses. */
		refused?: readonly string[];
		rules?: readonly Rule[];
	};
	/** ClickHouse Cloud differs from the neutral contract in these points. */
	cloud?: {
		/** The whole source, or its paths (`exactlyOnce`) and values (`format=Protobuf`) that only ClickHouse Cloud accepts. */
		only?: true | readonly string[];
		/** Settings that only ClickHouse Cloud accepts, and only for this source. */
		settings?: SingleFields;
		/** Rules for a new pipe. */
		rules?: readonly Rule[];
		/** Set if table mappings can't contain a column twice. */
		refusesRepeats?: true;
	};
	summary: {
		/** Describes the data that is read. The summary lists the settings, except addresses, that it doesn't `tell`. */
		describe: (tell: (key: string) => unknown, members: JsonObject) => Phrase;
		/** Values that the form fills in, by path. None of them says who gets access or where a login is sent. */
		presets?: Readonly<Record<string, unknown>>;
		/** Words for values that say where to start reading. */
		startWords?: Readonly<Record<string, string>>;
	};
	secrets?: {
		/** The form shows the credential only once this field is filled in. */
		shownWith: string;
		/** Types that messages name as the user of the secrets, instead of the authentication. */
		users: Readonly<Record<string, string>>;
	};
}

/** Form, checks, and summaries take everything that they need about a source from here. */
export interface PipeSource extends SourceRow {
	kind: string;
	label: string;
	/** In all functions, `members` are the keys of the source's kind. */
	description: Description;
}

export function describeSource(kind: string, label: string, row: SourceRow): PipeSource {
	const { fields, mainFields, tables } = row;
	const bodyFields = { ...fields, ...(tables && { tableMappings: tables.field }) };
	const described = describeFields(kind, bodyFields, {
		mainFields: wordsOf(`${mainFields} ${tables ? 'tableMappings' : ''}`),
		when: { '/sourceKind': [kind] },
	});
	return { ...row, kind, label, description: described };
}

export function secretFields({ fields }: PipeSource) {
	return Object.entries(fields).flatMap(([name, field]) =>
		isSecretField(field) ? [{ path: name, field }] : [],
	);
}

export function issuesOfMembers(pipeSource: PipeSource, members: JsonObject): Issue[] {
	const { fields, rules = [] } = pipeSource;
	const methods = fields.authentication?.values ?? [];
	const needed = secretFields(pipeSource).filter(({ field }) => field.optional === undefined);
	return [
		...rules.flatMap((rule) => [...rule(members)]),
		...needed.flatMap(({ path, field }) => secretIssues(path, field, members, methods)),
	];
}

export function usedSecrets(pipeSource: PipeSource, members: JsonObject): SecretUse | undefined {
	for (const { path, field } of secretFields(pipeSource)) {
		const secrets = secretsWith(field.tableFor(members), members.authentication);
		if (secrets !== undefined) return { path, field, secrets };
	}
	return undefined;
}

/** The authentication that uses exactly the secrets that `isSupplied` accepts. */
export function authenticationFor(
	pipeSource: PipeSource,
	isSupplied: (secrets: Secrets) => boolean,
): string | undefined {
	return secretFields(pipeSource)
		.map(({ field }) => onlyRowIn(field.tableFor({})))
		.find((row) => row && isSupplied(row.secrets))?.method;
}
