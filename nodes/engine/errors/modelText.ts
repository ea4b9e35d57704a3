import type { ErrorText } from '../errorDetails';

/** Names of the panel's controls, as texts spell them. */
const PANEL_CONTROL =
	/\b[Cc]hoose\b.*\bfrom the list\b|\bBy (?:ID|JSON|Name)\b|\bby fields\b|\bin the options\b|\bremove the option\b|\bto Expression\b|\b[Cc]orrect the expression\b|\b(?:[Uu]se|with) an expression\b|\bCheck its expressions\b|\bof th(?:e|is) panel\b|\b[Tt]urn o(?:n|ff) [A-Z]/;

/**
 * Leaves out sentences that name a control of the panel, because an agent's model can't operate it. Ignores quoted
 * text.
 */
export function withoutPanelControls(text: string): string {
	const lines = text.split('\n').map((line) =>
		sentencesOf(line)
			.filter((sentence) => !PANEL_CONTROL.test(sentence.replace(/"[^"]*"/g, '')))
			.join(' '),
	);
	return lines.filter((line) => line !== '').join('\n');
}

/** A period in double quotes doesn't end a sentence. */
function sentencesOf(line: string): string[] {
	const ends = [...line.matchAll(/"[^"]*"|[.!?](?= ["(A-Z{])/g)]
		.filter(([part]) => !part.startsWith('"'))
		.map(({ index }) => index + 1);
	return [0, ...ends].map((start, position) => line.slice(start, ends[position]).trim());
}

/** Keeps the API's own words. Also keeps a message that would otherwise be empty. */
export function toldToModel<Text extends ErrorText>(text: Text): Text {
	const { apiWords = [] } = text;
	// Quoted placeholders stand for the API's words, so none of its sentences is left out.
	const standIns = apiWords.map(
		(words, index) => [`: ${words}`, `: "\0${String(index)}"`] as const,
	);
	const told = (entire: string): string => {
		const quoting = standIns.reduce(
			(replaced, [words, standIn]) => replaced.replaceAll(words, () => standIn),
			entire,
		);
		return standIns.reduce(
			(replaced, [words, standIn]) => replaced.replaceAll(standIn, () => words),
			withoutPanelControls(quoting),
		);
	};
	return {
		...text,
		message: told(text.message) || text.message,
		description: told(text.description),
	};
}
