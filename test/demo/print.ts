const CODES = { bold: 1, dim: 2, red: 31, green: 32, cyan: 36 } as const;

const MAX_LENGTH = 600;
const SECRETS: ReadonlySet<string> = new Set([
	'password',
	'secretKey',
	'connectionString',
	'privateKey',
]);

/** Colours text where the output is a terminal; elsewhere it stays plain. */
export function paint(style: keyof typeof CODES, text: string): string {
	return process.stdout.isTTY ? `\u001b[${String(CODES[style])}m${text}\u001b[0m` : text;
}

/** JSON on one line, cut where it is long; even made-up secrets are hidden. */
export function shortJson(value: unknown): string {
	const text = JSON.stringify(value, (name, member: unknown) =>
		SECRETS.has(name) ? '***' : member,
	);
	return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)} …` : text;
}
