/** What issues with a pipe say after the name of their field, by their code; in two parts where a hint needs the first alone. */
export const PIPE_SENTENCES = {
	// The source.
	notOneSource: ({ kinds, found }: { kinds: readonly string[]; found: string }) =>
		`must contain exactly one of ${kinds.join(', ')}, but contains ${found}.`,
	sourceUnlisted: ({ kinds, found }: { kinds: readonly string[]; found: string }) =>
		`contains ${found}, which is not listed. Use one of: ${kinds.join(', ')}. To send it as it is, turn on the option Allow Unlisted Values.`,
	onlyFor: ({ use }: { use: string }) => `is for ${use} only. Remove it.`,
	unsupported: ({ value, by, supported }: Unsupported) =>
		`is ${value}, which ${by} does not support. Use one of: ${supported.join(', ')}.`,
	unsupportedByStorage: ({ value, by, supported }: Unsupported) =>
		`is ${value}, which ${by} does not support. Use ${supported.join(' or ')}, or none for public files.`,
	noAuthentication: ({ needing }: { needing: string }) =>
		`is needed for ${needing}. Choose one, or remove ${needing} for public files.`,
	queueOnce: () => 'is for continuous ingestion only. Turn Continuous on, or leave it empty.',
	failoverWithSlot: () =>
		'cannot be on while a replication slot name is set. Turn it off, or remove the slot name.',

	// Its secrets.
	noSecret: ({ member }: { member: string }) =>
		`is missing. Select a Cloud Pipe Source API credential whose ${member} is filled in.`,
	halfGroup: ({ group }: { group: string }) => `is missing. Enter it, or remove ${group}.`,
	secretsWithRole: () => 'are not used with an IAM role. Remove them.',
	misplacedSecret: () =>
		'is a secret, but the API accepts none here. Remove it, or select a Cloud Pipe Source API credential.',
	otherSecrets: ({ contained, need }: { contained: string; need: string }) =>
		`contains ${contained}; ${need}. Select another credential.`,
	credentialLacks: ({ member }: { member: string }) =>
		`has no ${member}. Enter it in the credential.`,
	noCredential: ({ need }: { need: string }) =>
		`is not selected. ${need}: select a Cloud Pipe Source API credential that contains it, at the top of the panel.`,

	// The destination.
	noManagedTable: () => 'is needed for every source but Postgres. Give true or false.',
	noColumns: () => 'are needed for every source but Postgres. Add at least one column.',
	repeatedColumn: ({ name }: { name: string }) =>
		`is "${name}", which an earlier column has too. Give each column its own name.`,
	unmapped: ({ columns }: { columns: readonly string[] }) =>
		`must cover every column. Add a mapping for: ${columns.join(', ')}.`,
	mappingsNull: () =>
		['is null although there are columns', 'Map every column, or leave it out.'] as const,
	noTables: () => ['names no table', 'Add at least one.'] as const,
	noSortingKeys: () =>
		[
			'is empty although a custom sorting key is to be used',
			'Enter the columns to sort by.',
		] as const,
	noTable: () => 'is empty. Enter a table.',

	// Lists as text, and samples.
	createTable: () =>
		'cannot be a CREATE TABLE statement: paste only what its parentheses contain, the name and the type of each column.',
	noType: ({ name }: { name: string }) =>
		`is "${name}", which has no type. Write the name and the type, such as "${name} String".`,
	clause: ({ clause, column }: { clause: string; column: string }) =>
		`has ${clause} after its type, where only a source field may follow. Write "${column}", or put a source field of that name in double quotes.`,
	moreWords: ({ expected, more }: { expected: string; more: readonly string[] }) =>
		`has more than ${expected}: "${more.join(' ')}". Put a name with spaces in double quotes.`,
	unreadable: ({ found }: { found: string }) =>
		`cannot be read: it has ${found}. Correct the text.`,
	noEntry: ({ example, members }: { example: string; members: readonly string[] }) =>
		`is neither text such as "${example}" nor an object with ${members.join(', ')}.`,
	unknownMembers: ({
		unknown,
		members,
	}: {
		unknown: readonly string[];
		members: readonly string[];
	}) => `has unknown members: ${unknown.join(', ')}. Use only: ${members.join(', ')}.`,
	emptySample: () => 'has no fields. Enter a message with at least one.',
};

interface Unsupported {
	value: string;
	by: string;
	supported: readonly string[];
}
