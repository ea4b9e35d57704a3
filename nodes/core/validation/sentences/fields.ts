/** Texts of issues with fields, JSON and identifiers, by code. They follow the name of the field. */
export const FIELD_SENTENCES = {
	empty: 'is empty. Enter a value.',
	missing: 'is missing. Add it to the JSON.',
	needed: 'is needed {because}. Enter it.',
	unread: "couldn't be read: {cause}. Correct the expression.",
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
	malformed: '{shape}',
	unusual: '{problem}; left unchanged.',

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
	nothingToUpdate: 'is empty, so nothing would change. Add at least one field.',
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
	notBeforeUntil: 'must be before Until.',
	outsidePeriod: 'is outside of Period, so no time is left. Correct it, or remove Period.',
	notDate: "isn't a date. Enter one, such as 2026-05-31.",
	beforeFromDate: 'is before From Date. Enter the same day or a later one.',
	tooManyDays:
		'is {days} days after From Date, and one request covers at most {most} days, including the last. Use several items.',
} as const;
