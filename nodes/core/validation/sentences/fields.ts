/** Texts of issues with fields, JSON and identifiers, by code. They follow the name of the field. */
export const FIELD_SENTENCES = {
	empty: 'is empty. Enter a value.',
	missing: 'is missing. Add it to the JSON.',
	needed: 'is needed {because}. Enter it.',
	unread: 'could not be read: {cause}. Correct the expression.',
	gaveNothing: 'is empty: the expression gave nothing. Correct the expression.',
	noExpression: 'takes no expression. {advice}',
	unprocessable:
		"contains a value that cannot be processed ({error}), such as an object where text is expected. Check its expressions. If they are as they should be, please report this with its entry in n8n's log.",

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
	notList: 'must be a list, or text with commas.',
	notAmong: 'must be one of {values}.',
	unlisted:
		'is "{value}", which is not listed. Use one of: {listed}. To send it as it is, turn on the option Allow Unlisted Values.',
	malformed: '{shape}',
	unusual: '{problem}; left unchanged.',

	// JSON.
	jsonEmpty: 'is empty. Paste a JSON object, or choose to define it by fields.',
	jsonInvalid: 'is not valid JSON at {at}. Correct it.',
	jsonOther: 'contains {found}, not {accepted}. Enter {accepted}, such as { "name": "value" }.',
	tooDeep: 'is nested deeper than {levels} levels. Flatten it.',
	notInJson: 'contains a number at "{at}" that JSON cannot carry. Correct it.',

	// Identifiers.
	idEmpty: 'is empty. Enter the ID, or map it from an earlier node.',
	idBroken: 'contains a broken Unicode character. Copy the ID again.',
	idEncoded: 'is encoded several times over. Enter the ID as plain text.',
	idControl: 'contains a control character, such as a line break. Copy the ID again.',
	idSlash: 'contains a slash, a backslash or an escape of one, such as %2F. Enter the ID alone.',
	idDots: 'is "." or "..", which is not an ID. Enter the ID itself.',
	notUuid: 'is not a UUID. Copy the whole ID: 36 characters, four of them hyphens.',

	// Fields that several operations have.
	aboveOther: 'must not be above {other}.',
	notTogether: 'cannot be combined with {other}. Remove one or the other.',
	unequal: 'must be the same as {other} {because}.',
	nothingToUpdate: 'is empty, so nothing would change. Add at least one field.',
	noOutputFields: 'is empty. Choose at least one field.',
	noRole: 'is empty. Choose one.',
	noAssignedRoles: 'is empty. Choose at least one, or remove the field to send the role.',
	noRoleNone: 'is None, and {other} is empty. Enter assignedRoleIds there, or choose a role.',
	noTarget: 'is empty. Enter at least one {noun}.',
	tooManyWatched:
		'contains {count} {noun}s, and one trigger watches at most {most}. Use several triggers.',
	noValuePath: 'is empty. Enter the path of a field in the response, such as {example}.',
	emptyPart: 'contains an empty part. Separate the parts with one dot.',
	filtersUnreadable: 'cannot be read. Add the filters in the form.',
	notTime: 'is not a time. Enter one, such as 2026-05-31T14:30:00Z.',
	notBeforeUntil: 'must be before Until.',
	notDate: 'is not a date. Enter one, such as 2026-05-31.',
	beforeFromDate: 'is before From Date. Enter the same day or a later one.',
	tooManyDays:
		'is {days} days after From Date, and one request covers at most {most} days, the last one included. Use several items.',
} as const;
