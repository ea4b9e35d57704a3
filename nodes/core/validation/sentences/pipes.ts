/** Texts of issues with a pipe, by code. They follow the name of the field; in two parts if a hint needs only the first. */
export const PIPE_SENTENCES = {
	// The source.
	notOneSource: 'must contain exactly one of {kinds}, but contains {found}.',
	sourceUnlisted:
		"contains {found}, which isn't listed. Use one of: {kinds}. To send it anyway, turn on the option Allow Unlisted Values.",
	onlyFor: 'is only for {use}. Remove it.',
	unsupported: "is {value}, which {by} doesn't support. Use one of: {supported}.",
	unsupportedOr: "is {value}, which {by} doesn't support. Use {supported}, or {or}.",
	noAuthentication: 'is needed for {needing}. Choose one, or remove {needing} for public files.',
	queueOnce: 'is only for continuous ingestion. Turn Continuous on, or leave it empty.',
	slotOfMode: 'is only used in the mode cdc_only; left unchanged.',
	cloudOnly:
		'is only supported by ClickHouse Cloud, and the credential has the dialect Standard; left unchanged.',
	repeats: 'contains a column twice, which ClickHouse Cloud refuses. List each column once.',
	roleOfS3: 'is an IAM role, which ClickHouse Cloud supports only for Amazon S3; left unchanged.',
	loginInUri: [
		'contains a login',
		'Remove it, and select a ClickHouse Cloud Pipe Source API credential that contains it.',
	],
	hiddenLogin:
		'contains {shown}, which outputs show instead of a login. Enter the login, or leave the URI out.',
	failoverWithSlot:
		"can't be on while a replication slot name is set. Turn it off, or remove the slot name.",

	// Its secrets.
	withoutSecrets:
		'is without {contained} for {user}. Select a ClickHouse Cloud Pipe Source API credential, unless the brokers need none.',
	noSecret:
		'is missing. Select a ClickHouse Cloud Pipe Source API credential whose {member} is filled in.',
	halfGroup: 'is missing. Enter it, or remove {group}.',
	unusedSecrets: "aren't used with {method}. Remove them.",
	misplacedSecret:
		'is a secret, but the API accepts none here. Remove it, or select a ClickHouse Cloud Pipe Source API credential.',
	otherSecrets: 'contains {contained}; {need}. Select another credential.',
	credentialLacks: 'has no {member}. Enter it in the credential.',
	noCredential:
		"isn't selected. {need}: select a ClickHouse Cloud Pipe Source API credential that contains it, at the top of the panel.",

	// The destination.
	noManagedTable: 'is needed {because}. Enter true or false.',
	noColumns: 'are needed {because}. Add at least one column.',
	unknownColumn: "refers to unknown column '{name}'; left unchanged.",
	repeatedColumn: 'is "{name}", which an earlier column has too. Each column needs its own name.',
	unmapped: 'must cover every column. Add a mapping for: {columns}.',
	mappingsNull: ['is null although there are columns', 'Map every column, or leave it out.'],
	noTables: ['has no table', 'Add at least one.'],
	noSortingKeys: [
		'is empty although a custom sorting key is to be used',
		'Enter the columns to sort by.',
	],
	noTable: ['is empty', 'Enter a name.'],
	notOfDatabase: "isn't for pipes of databases; left unchanged.",
	noSortingKey: 'is empty. Without one, most queries read the whole table.',
	noEngineColumn: 'is empty although the engine is {engine}; left unchanged.',

	// Lists as text, and samples.
	createTable: "can't be a CREATE TABLE statement. Paste only the column list.",
	noType: 'is "{name}", which has no type. Write the name and the type, such as "{name} String".',
	clause:
		'has {clause} after its type, but only a source field may follow. Write "{column}", or put a source field of that name in double quotes.',
	moreWords: 'has more than {expected}: "{more}". Put a name with spaces in double quotes.',
	unreadable: "can't be read: it has {found}. Correct the text.",
	noEntry: 'is neither text such as "{example}" nor an object with {members}.',
	unknownMembers: 'has unknown keys: {unknown}. Use only: {members}.',
	emptySample: 'has no fields. Enter a message with at least one.',
} as const;
