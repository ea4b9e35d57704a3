/** Texts of issues with the address of an API Request, by code. They follow the name of the field. */
export const API_REQUEST_SENTENCES = {
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
