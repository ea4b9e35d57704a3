/** What issues with fields, JSON and identifiers say after the name of their field, by their code. */
export const FIELD_SENTENCES = {
	empty: () => 'is empty. Enter a value.',
	missing: () => 'is missing. Add it to the JSON.',
	needed: ({ because }: { because: string }) => `is needed ${because}. Enter it.`,
	unread: ({ cause }: { cause: string }) => `could not be read: ${cause}. Correct the expression.`,
	gaveNothing: () => 'is empty: the expression gave nothing. Correct the expression.',
	noExpression: ({ advice }: { advice: string }) => `takes no expression. ${advice}`,
	unprocessable: ({ error }: { error: string }) =>
		`contains a value that cannot be processed (${error}), such as an object where text is expected. Check its expressions. If they are as they should be, please report this with its entry in n8n's log.`,

	// Types, bounds and choices.
	wrongType: ({ expected, received }: { expected: string; received: string }) =>
		`must be ${expected}, but is ${received}.`,
	notText: ({ example }: { example: string }) => `must be text, such as ${example}.`,
	textNeeded: () => 'must be text.',
	notWhole: () => 'must be a whole number.',
	notFinite: () => 'must be a finite number.',
	notInBounds: ({ min, max }: { min: number; max: number }) =>
		`must be a whole number from ${String(min)} to ${String(max)}.`,
	notCount: () => 'must be a whole number of at least 1.',
	tooSmall: ({ minimum }: { minimum: unknown }) => `must be at least ${String(minimum)}.`,
	tooBig: ({ maximum }: { maximum: unknown }) => `must be at most ${String(maximum)}.`,
	tooFew: ({ minimum }: { minimum: unknown }) => `needs at least ${String(minimum)} entry.`,
	notList: () => 'must be a list, or text with commas.',
	notAmong: ({ values }: { values: readonly unknown[] }) => `must be one of ${values.join(', ')}.`,
	unlisted: ({ value, listed }: { value: unknown; listed: readonly unknown[] }) =>
		`is "${String(value)}", which is not listed. Use one of: ${listed.join(', ')}. To send it as it is, turn on the option Allow Unlisted Values.`,
	malformed: ({ shape }: { shape: string }) => shape,

	// JSON.
	jsonEmpty: () => 'is empty. Paste a JSON object, or choose to define it by fields.',
	jsonInvalid: ({ at }: { at: string }) => `is not valid JSON at ${at}. Correct it.`,
	jsonOther: ({ found, accepted }: { found: string; accepted: string }) =>
		`contains ${found}, not ${accepted}. Enter ${accepted}, such as { "name": "value" }.`,
	tooDeep: ({ levels }: { levels: number }) =>
		`is nested deeper than ${String(levels)} levels. Flatten it.`,
	notInJson: ({ at }: { at: string }) =>
		`contains a number at "${at}" that JSON cannot carry. Correct it.`,

	// Identifiers.
	idEmpty: () => 'is empty. Enter the ID, or map it from an earlier node.',
	idBroken: () => 'contains a broken Unicode character. Copy the ID again.',
	idEncoded: () => 'is encoded several times over. Enter the ID as plain text.',
	idControl: () => 'contains a control character, such as a line break. Copy the ID again.',
	idSlash: () =>
		'contains a slash, a backslash or an escape of one, such as %2F. Enter the ID alone.',
	idDots: () => 'is "." or "..", which is not an ID. Enter the ID itself.',
	notUuid: () => 'is not a UUID. Copy the whole ID, such as 3f0c9a52-7b1d-4e8a-9c64-2d5e8f7a1b90.',

	// Fields that several operations have.
	noOutputFields: () => 'is empty. Choose at least one field.',
	noRole: () => 'is empty. Choose one.',
	noRoleNone: ({ other }: { other: string }) =>
		`is None, and ${other} is empty. Enter assignedRoleIds there, or choose a role.`,
	noTarget: ({ noun }: { noun: string }) => `is empty. Enter at least one ${noun}.`,
	noValuePath: ({ example }: { example: string }) =>
		`is empty. Enter the path of a field in the response, such as ${example}.`,
	emptyPart: () => 'contains an empty part. Separate the parts with one dot.',
	filtersUnreadable: () => 'cannot be read. Add the filters in the form.',
	notTime: () => 'is not a time. Enter one, such as 2026-05-31T14:30:00Z.',
	notBeforeUntil: () => 'must be before Until.',
};
