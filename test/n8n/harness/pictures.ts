import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The folder with the pictures of the docs. */
export const PICTURES = path.resolve(__dirname, '../../../docs/images');
const TEXTS = path.resolve(__dirname, '../editor/pictureTexts.json');

/** What differs from run to run, and the word in its place. */
const CHANGING: ReadonlyArray<readonly [RegExp, string]> = [
	[/127\.0\.0\.1:\d+/g, '127.0.0.1:<port>'],
	[/\bv1-\d+-[\w-]+/g, '<plan>'],
	[/(?<![\w-])(?=[a-f]*\d)[0-9a-f]{8}(?![\w-])/g, '<hash>'],
	[/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)/g, '<time>'],
	[/\b\d+(?:\.\d+)? ?m?s\b/g, '<duration>'],
	[/(?<=account) \d+$/gm, ''],
	// n8n shows these under the mouse alone.
	[/^Fixed\nExpression\n/gm, ''],
];

/** Whether pictures are taken, which UPDATE_PICTURES=1 asks for. Otherwise only their texts are compared. */
export function picturesAreTaken(): boolean {
	return process.env.UPDATE_PICTURES === '1';
}

/** What each picture showed when it was taken, by its name. */
export function pictureTexts(): Record<string, string> {
	return JSON.parse(readFileSync(TEXTS, 'utf8'));
}

/** Keeps what a picture shows, in the order of the names. */
export function keepPictureText(name: string, text: string): void {
	const texts = Object.entries({ ...pictureTexts(), [name]: text });
	const sorted = texts.sort(([one], [other]) => (one < other ? -1 : 1));
	writeFileSync(TEXTS, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}

/** A text without what differs from run to run: one line each, with single spaces. */
export function steadyText(text: string): string {
	const lines = text.split('\n').map((line) => line.replace(/[\s\u200b\ufeff]+/g, ' ').trim());
	return CHANGING.reduce(
		(steady, [pattern, word]) => steady.replace(pattern, word),
		lines.filter(Boolean).join('\n'),
	);
}

/** Says that a picture is older than what it shows, what has changed, and how to take it again. */
export function staleMessage(name: string, then: string, now: string): string {
	const [before, after] = [then.split('\n'), now.split('\n')];
	const gone = before.filter((line) => !after.includes(line)).map((line) => `- ${line}`);
	const come = after.filter((line) => !before.includes(line)).map((line) => `+ ${line}`);
	const order = gone.length + come.length === 0 ? ['The lines are in another order.'] : [];
	return [
		`docs/images/${name}.png is older than what it shows.`,
		'Take it again: UPDATE_PICTURES=1 npx tsx test/n8n/main.ts, and the name of this suite.',
		...[...gone, ...come, ...order],
	].join('\n');
}
