/** Texts of issues with the address of an API Request, by code. They follow the name of the field. */
const API_REQUEST_SENTENCES = {
	pathEmpty: 'is empty. Enter the path after the base URL.',
	pathBroken: 'contains a broken Unicode character. Copy the path again.',
	pathUrl: 'is a full URL. Enter only the path after the base URL.',
	pathQuery: 'contains a "?" or a "#". Enter only the path, and the rest in Query Parameters.',
	pathName: "contains {name}, which the node can't fill in. Enter the value itself.",
	pathBrace: 'contains a single brace. Remove it, or write it as %7B or %7D.',
	pathEncoded: 'is encoded several times. Enter it as plain text.',
	pathEscape: 'contains a "%" that isn\'t part of a valid escape. Write it as %25.',
	pathBackslash: 'contains a backslash. Separate the parts with "/".',
	pathControl: 'contains a control character. Copy the path again.',
	pathSlashes: 'contains "//". Enter it without a host, with one "/" between parts.',
	pathDots: 'contains "." or ".." as a part. Enter the path without it.',
	pathEncodedSlash: 'contains an encoded "/". Write it as "/".',
	noQueryName: 'is empty. Enter a name, or remove the row.',
	brokenText: 'contains a broken Unicode character. Copy it again.',
} as const;

/** Texts of issues with a dashboard, by code. They follow the name of the field. */
const DASHBOARD_SENTENCES = {
	notManaged:
		'is ClickStack in ClickHouse Cloud, which has no {noun} in its API. Choose Own ClickStack, with a ClickStack of your own.',
	notRows: "can't be read as rows. Fill in the form, or choose Tiles as List or By JSON.",
	tilesNoList:
		'is neither a list of JSON objects nor the JSON text of one. Let an expression return a list, such as {{ $json.tiles }}.',
	tileNoObject: "isn't a JSON object. Define each tile as the API does, with name and series.",
	noTiles:
		"is empty, so every tile would be deleted. Add a tile, or turn on the option '{option}'.",
	unplacedTile:
		'has an ID but no complete position. Enter X, Y, Width and Height, or choose the Update Mode Merge.',
	ambiguousTile:
		'refers to "{name}", but several tiles of the dashboard have that name: {ids}. Enter the ID of the tile.',
	repeatedName: 'has the name "{name}", like another tile here. Enter the ID of one of them.',
	unknownTile:
		'is "{id}", the ID of no tile of the dashboard. Correct it, or leave it out to create a tile.',
	removedTile:
		'stands for the tile "{name}", which is in Tiles to Remove as well. Remove it from one of them.',
	tileWithComma:
		'contains "{name}", a name with a comma. Enter the ID of the tile, or a list by expression.',
	noMerge: 'is only for merging. Choose the Update Mode Automatic or Merge.',
	noDashboard:
		"is the ID of no dashboard: the API's list of dashboards doesn't have it. Copy the ID again.",
	noReads:
		'is needed: this API can only replace a dashboard, so nothing can be kept. Enter the name and all tiles, or choose the Update Mode Replace.',
	repeatedTile:
		'is "{id}", the ID of an earlier tile. Each tile needs its own ID. Leave it out for a new tile.',
	groupByOfNumber: "isn't for series of type number. Leave it out.",
	wholeResponse: 'is a complete response of the API. Paste only the part under "data" or "result".',
	otherDashboard:
		'belongs to the dashboard "{id}", not to the one in Dashboard. Use the same ID, or remove "id" to copy its content.',
} as const;

/** Texts of issues with fields, JSON and identifiers, by code. They follow the name of the field. */
const FIELD_SENTENCES = {
	empty: 'is empty. Enter a value.',
	missing: 'is missing. Add it to the JSON.',
	notCleared: "can't be cleared: {because}. Enter a value, or remove the field.",
	isNull: 'is null, which the API refuses. Enter a value, or leave it out.',
	needed: 'is needed {because}. Enter it.',
	unread: "couldn't be read: {cause}. Correct the expression.",
	addedEmpty: 'is empty. Enter a value, or remove the field.',
	gaveNothing: 'is empty: the expression returned nothing. Correct the expression.',
	noExpression: "can't be an expression. {advice}",
	unprocessable:
		"contains a value that can't be processed ({error}), such as an object instead of text. Check its expressions. If they are right, this is a bug. Please report it, with its entry in n8n's log.",

	// Types, bounds and choices.
	wrongType: 'must be {expected}, but is {received}.',
	notText: 'must be text, such as {example}.',
	textNeeded: 'must be text.',
	notWhole: 'must be a whole number.',
	notFinite: 'must be a finite number.',
	notInBounds: 'must be a whole number from {min} to {max}.',
	notCount: 'must be a whole number of at least 1.',
	tooSmall: 'must be at least {minimum}.',
	tooBig: 'must be at most {maximum}.',
	tooLong: 'must have at most {maximum} characters.',
	tooMany: 'has too many entries. Leave at most {maximum}.',
	tooFew: 'needs at least {minimum} entry.',
	notList: 'must be a list or comma-separated text.',
	notAmong: 'must be one of {values}.',
	unlisted:
		'is "{value}", which isn\'t listed. Use one of: {listed}. To send it anyway, turn on the option Allow Unlisted Values.',
	nearlyListed:
		'contains "{value}", which isn\'t a known state. Did you mean {known}? To use it anyway, turn on the option Allow Unlisted Values.',
	malformed: '{shape}',
	unusual: '{problem}; sent as entered.',

	// JSON.
	jsonEmpty: 'is empty. Paste a JSON object, or choose to define it by fields.',
	jsonInvalid: "isn't valid JSON at {at}. Correct it.",
	jsonOther: 'contains {found}, not {accepted}. Enter {accepted}, such as { "name": "value" }.',
	tooDeep: 'is nested deeper than {levels} levels. Flatten it.',
	notInJson: 'contains a number at "{at}" that JSON doesn\'t support. Correct it.',

	// Identifiers.
	idEmpty: 'is empty. Enter the ID, or map it from an earlier node.',
	idBroken: 'contains a broken Unicode character. Copy the ID again.',
	idEncoded: 'is encoded several times. Enter the ID as plain text.',
	idControl: 'contains a control character, such as a line break. Copy the ID again.',
	idSlash: 'contains a slash, a backslash or an escape of one, such as %2F. Enter only the ID.',
	idDots: 'is "." or "..", which isn\'t an ID. Enter the ID itself.',
	notUuid: "isn't a UUID. Copy the whole ID: 36 characters, four of them hyphens.",

	// Fields that several operations have.
	aboveOther: 'must not be above {other}.',
	notTogether: "can't be combined with {other}. Remove one of them.",
	unequal: 'must be the same as {other} {because}.',
	nothingToUpdate: 'is empty, so nothing would change. Enter at least one change.',
	notAwake: 'is {state}, and {because}. {advice}',
	notUpdated: 'is of the kind {kind}, which the API can read but not change. Change it in {place}.',
	hiddenBody:
		'is needed for incident.io: the API never returns it, and an update that leaves it out clears it. Enter it again, or the expression {{ null }} for none.',
	noOutputFields: 'is empty. Choose at least one field.',
	noRole: 'is empty. Choose one.',
	noAssignedRoles: 'is empty. Choose at least one, or remove the field to send the role.',
	noRoleNone: 'is None, and {other} is empty. Enter assignedRoleIds there, or choose a role.',
	noTarget: 'is empty. Enter at least one {noun}.',
	tooManyWatched:
		'contains {count} {noun}s, and one trigger can watch at most {most}. Use several triggers.',
	noValuePath: 'is empty. Enter the path of a field in the response, such as {example}.',
	emptyPart: 'contains an empty part. Separate the parts with one dot.',
	filtersUnreadable: "can't be read. Add the filters in the form.",
	notTime: "isn't a time. Enter one, such as 2026-05-31T14:30:00Z.",
	notBefore: 'must be before {other}.',
	outsidePeriod: 'is outside of Period, so no time is left. Correct it, or remove Period.',
	notDate: "isn't a date. Enter one, such as 2026-05-31.",
	beforeFromDate: 'is before From Date. Enter the same day or a later one.',
	tooManyDays:
		'is {days} days after From Date, and one request covers at most {most} days, including the last. Use several items.',
} as const;

/** Texts of issues with a pipe, by code, after the field's name; in two parts if a hint needs only the first. */
const PIPE_SENTENCES = {
	// The source.
	notOneSource: 'must contain exactly one of {kinds}, but contains {found}.',
	sourceUnlisted:
		"contains {found}, which isn't listed. Use one of: {kinds}. To send it anyway, turn on the option Allow Unlisted Values.",
	onlyFor: 'is only for {use}. Remove it.',
	unsupported: "is {value}, which {by} doesn't support. Use one of: {supported}.",
	unsupportedOr: "is {value}, which {by} doesn't support. Use {supported}, or {or}.",
	noAuthentication: 'is needed for {needing}. Choose one, or remove {needing} for public files.',
	queueOnce: 'is only for continuous ingestion. Turn Continuous on, or leave it empty.',
	slotOfMode: 'is only used in the mode cdc_only; sent as entered.',
	cloudOnly:
		'is only supported by ClickHouse Cloud, and the credential has the dialect Standard; sent as entered.',
	repeats: 'contains a column twice, which ClickHouse Cloud refuses. List each column once.',
	roleOfS3: 'is an IAM role, which ClickHouse Cloud supports only for Amazon S3; sent as entered.',
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
	unknownColumn: "refers to unknown column '{name}'; sent as entered.",
	typeCase: 'contains "{name}", but type names are case-sensitive. Write {known}.',
	repeatedColumn: 'is "{name}", like an earlier column. Each column needs its own name.',
	unmapped: 'must cover every column. Add a mapping for: {columns}.',
	mappingsNull: ['is null although there are columns', 'Map every column, or leave it out.'],
	noTables: ['has no table', 'Add at least one.'],
	noSortingKeys: [
		'is empty although a custom sorting key is to be used',
		'Enter the columns to sort by.',
	],
	noTable: ['is empty', 'Enter a name.'],
	notOfDatabase: "isn't for pipes of databases; sent as entered.",
	noSortingKey: 'is empty. Without one, most queries read the whole table.',
	noEngineColumn: 'is empty although the engine is {engine}; sent as entered.',

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

/** The texts of issues, with placeholders for facts in braces: one text, or the problem and its remedy. */
const SENTENCES = {
	...FIELD_SENTENCES,
	...API_REQUEST_SENTENCES,
	...DASHBOARD_SENTENCES,
	...PIPE_SENTENCES,
};

/** The name of a rule, independent of its text. */
type IssueCode = keyof typeof SENTENCES;

type Fact = bigint | number | string | ReadonlyArray<number | string>;
type TextOf<Sentence> = Sentence extends readonly string[] ? Sentence[number] : Sentence;
/** The placeholders in braces. Anything with a space is an example of JSON or of an expression. */
type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
	? (Name extends `${string} ${string}` ? never : Name) | Names<Rest>
	: never;

export interface IssueSubject {
	/** The path of the parameter, or of the body's key that it fills, in dotted notation; rows count from 0. */
	path: string;
	/** Whether the path is in a JSON field: its author recognizes the key by its path. */
	inJson?: true;
	/** Its name, if it isn't a field of the panel. */
	label?: string | undefined;
}

/** The problem, without its subject. */
export type Problem = {
	[Code in IssueCode]: { code: Code } & Record<Names<TextOf<(typeof SENTENCES)[Code]>>, Fact>;
}[IssueCode];

/**
 * A problem with an input, as facts: label and text are added when it's shown. Left out, the level is an error: it must
 * not be sent. `formOnly`: the form refuses it; by JSON, the API decides and a hint describes it. `hint`: always a
 * hint.
 */
export type Issue = Problem & IssueSubject & { level?: 'formOnly' | 'hint' };

/** True if a path is an object or a list, or inside it. */
export function isWithin(path: string, outer: string): boolean {
	return path === outer || path.startsWith(`${outer}.`);
}

export function inJson(issues: readonly Issue[]): Issue[] {
	return issues.map((issue) => ({ ...issue, inJson: true }));
}

/** An issue's text after the name of its subject: the problem and its remedy. */
export function sentenceOf(problem: Problem): string {
	return withFacts(sentenceTemplate(problem), problem);
}

/** The first sentence of that text, without its full stop. A full stop in a fact doesn't end it. */
export function firstSentenceOf(problem: Problem): string {
	// All of it is one fact, which the node wrote.
	if (problem.code === 'malformed') return firstSentence(sentenceOf(problem));
	return withFacts(firstSentence(sentenceTemplate(problem)), problem);
}

function firstSentence(text: string): string {
	return text.split(/[.!?](?:\s|$)/, 1).join('');
}

/** The first part of a text in two parts: the problem, without its remedy. Undefined for other texts. */
export function problemOf(problem: Problem): string | undefined {
	const sentence = SENTENCES[problem.code];
	return typeof sentence === 'string' ? undefined : withFacts(sentence[0], problem);
}

function sentenceTemplate({ code }: Problem): string {
	return [SENTENCES[code]].flat().join('. ');
}

function withFacts(text: string, problem: Problem): string {
	const facts = new Map<string, unknown>(Object.entries(problem));
	return text.replace(/\{(\w+)\}/g, (_, name: string) => [facts.get(name)].flat().join(', '));
}
