import type { ChoiceSettings, Description, Field, Usual } from '../../../../engine/body/fields';
import { choice, describeBody, text, VERBATIM } from '../../../../engine/body/fields';
import type { Rule } from '../../../../engine/body/interpret';
import { rulesOf } from '../../../../engine/body/interpret';
import type { JsonObject } from '../../../../engine/json';
import { wordsOf } from '../../../../engine/text';
import type { TableMappings } from '../tableMappings';
import type { SecretField, Secrets } from './secrets';
import { secretFindings } from './secrets';
import type { Issue } from '../../../../engine/issue';

/** The form's value for no authentication: the body then has no `authentication`. */
export const NO_AUTHENTICATION = 'none';

/** The authentication with a login, the API's choice if none is set. */
export const BASIC = 'basic';

/** The method that needs no secrets, only a grant to the service's own identity. */
export const WORKLOAD_IDENTITY = 'SERVICE_ACCOUNT_WORKLOAD_IDENTITY';

/** The methods' names in selectors, with the secrets that the credential then contains. */
const METHOD_LABELS: Readonly<Record<string, string>> = {
	CONNECTION_STRING: 'Connection String',
	IAM_ROLE: 'IAM Role',
	IAM_USER: 'IAM User (Access Key)',
	MUTUAL_TLS: 'Mutual TLS (Client Certificate)',
	PLAIN: 'Username and Password (PLAIN)',
	SERVICE_ACCOUNT: 'Service Account',
	[WORKLOAD_IDENTITY]: 'Workload Identity',
};

/** The methods' labels by their names. A name without a label is its own. */
export function methods(...names: readonly string[]): Record<string, string> {
	return Object.fromEntries(names.map((name) => [name, METHOD_LABELS[name] ?? name]));
}

/** The name of a method in messages. */
export function methodName(method: string): string {
	return method === 'PLAIN' ? method : (METHOD_LABELS[method] ?? method).replace(/ \(.*/, '');
}

/** Describes how a pipe authenticates with its source. */
export function authentication(
	options: Readonly<Record<string, string>>,
	called: string,
	settings: ChoiceSettings,
): Field {
	const description = `Authentication method for ${called}`;
	return choice('Authentication', options, { selects: true, description, ...settings });
}

/** Text without a scheme, even in a list. */
export const NO_SCHEME = /^(?![^]*:\/\/)/;

/** The shape of a role, in any of AWS's partitions. */
export const ROLE_ARN: Usual = {
	shape: /^arn:aws[a-z-]*:iam::\d+:role\/\S+$/,
	otherwise: "isn't the ARN of an IAM role",
	remedy: 'Enter the whole ARN, such as arn:aws:iam::123456789012:role/pipes.',
};

/** The role that IAM role authentication assumes. */
export const iamRole = text('IAM Role ARN', {
	when: { authentication: ['IAM_ROLE'] },
	required: 'with IAM role authentication',
	placeholder: 'e.g. arn:aws:iam::123456789012:role/pipes',
	description: 'ARN of the IAM role to assume',
	note: 'ARN of the role. Required with IAM_ROLE',
	usual: ROLE_ARN,
});

/** A certificate authority in PEM. */
export const CERTIFICATES = {
	rows: 4,
	placeholder: 'e.g. -----BEGIN CERTIFICATE-----',
	schema: VERBATIM,
};

/** The secrets that an authentication uses, and the key that contains them. */
export interface SecretUse extends Pick<SecretField, 'isGroup'> {
	name: string;
	secrets: Secrets;
}

/** One kind of source: its key, and all facts for form, check and summary. */
export interface SourceKind {
	kind: string;
	label: string;
	/** Its description in the selector. */
	optionDescription: string;
	description: Description;
	/** Whether it is a stream, whose pipes have replicas of a size. */
	isStream?: true;
	/** Set if it's a database, which loads into its own tables instead of one. */
	tables?: TableMappings;
	/** Whether its pipes can be resynced. */
	resyncs?: true;
	/** Describes for people which data is read. */
	summarize: (source: JsonObject) => string;
	findings: (source: JsonObject) => Issue[];
	secretUse: (source: JsonObject) => SecretUse | undefined;
	/** The authentication that is the only one to use the given secrets. */
	methodOf: (areGiven: (secrets: Secrets) => boolean) => string | undefined;
}

interface SourceRow extends Omit<
	SourceKind,
	'description' | 'findings' | 'kind' | 'label' | 'methodOf' | 'secretUse'
> {
	/** In the order of the body. A database's table mappings follow. */
	fields: Readonly<Record<string, Field | SecretField>>;
	/** The fields in the panel, in its order; the others are less common settings. */
	panel: string;
	/** Rules that the fields' conditions can't express. */
	rules?: readonly Rule[];
	/** Replaces the rules by which an authentication needs its secrets and no others. */
	secretRules?: (source: JsonObject) => Iterable<Issue>;
}

export function source(
	kind: string,
	label: string,
	{ fields, panel, rules = [], secretRules, ...facts }: SourceRow,
): SourceKind {
	const { tables } = facts;
	const members = { ...fields, ...(tables && { tableMappings: tables.field }) };
	const described = describeBody(kind, members, {
		panel: wordsOf(`${panel} ${tables ? 'tableMappings' : ''}`),
		when: { '/sourceKind': [kind] },
	});
	const allRules = [...rulesOf(described), ...rules];
	const secrets = Object.entries(fields).flatMap(([name, field]) =>
		'uses' in field ? [{ name, field }] : [],
	);
	const methodsListed = fields.authentication?.values ?? [];
	const secretsFound = (owner: JsonObject) =>
		secrets.flatMap(({ name, field }) => secretFindings(name, field, owner, methodsListed));
	return {
		...facts,
		kind,
		label,
		description: described,
		findings: (owner) => [
			...allRules.flatMap((rule) => [...rule(owner)]),
			...(secretRules ?? secretsFound)(owner),
		],
		secretUse: (owner) => {
			const uses = secrets.flatMap(({ name, field: { isGroup, uses: usedBy } }) => {
				const used = usedBy(owner);
				return used === undefined ? [] : [{ name, isGroup, secrets: used }];
			});
			return uses[0];
		},
		methodOf: (areGiven) =>
			secrets.find(({ field: { only, uses } }) => {
				const used = only === undefined ? undefined : uses({ authentication: only });
				return used !== undefined && areGiven(used);
			})?.field.only,
	};
}
