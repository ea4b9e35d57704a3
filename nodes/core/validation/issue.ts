import { API_REQUEST_SENTENCES } from './sentences/apiRequest';
import { DASHBOARD_SENTENCES } from './sentences/dashboards';
import { FIELD_SENTENCES } from './sentences/fields';
import { PIPE_SENTENCES } from './sentences/pipes';

/** The texts of issues, with placeholders for facts in braces: one text, or the problem and what to do about it. */
const SENTENCES = {
	...FIELD_SENTENCES,
	...API_REQUEST_SENTENCES,
	...DASHBOARD_SENTENCES,
	...PIPE_SENTENCES,
};

/** The name of a rule, independent of its text. */
export type IssueCode = keyof typeof SENTENCES;

type Fact = bigint | number | string | ReadonlyArray<number | string>;
type TextOf<Sentence> = Sentence extends readonly string[] ? Sentence[number] : Sentence;
/** The placeholders in braces. Anything with a space is an example of JSON or of an expression. */
type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
	? (Name extends `${string} ${string}` ? never : Name) | Names<Rest>
	: never;

/** What an issue is about. */
export interface IssueSubject {
	/** The path of the parameter, or of the body's key that it fills, in dotted notation; rows count from 0. */
	path: string;
	/** Whether the path is one in a JSON field: who wrote it knows it by its path. */
	inJson?: true;
	/** Its name, if it isn't a field of the panel. */
	label?: string | undefined;
}

/** What is wrong with something, whatever that is called. */
export type Problem = {
	[Code in IssueCode]: { code: Code } & Record<Names<TextOf<(typeof SENTENCES)[Code]>>, Fact>;
}[IssueCode];

/** One reason why something must not be sent, as facts: label and text are added when it's shown. */
export type ValidationIssue = Problem & IssueSubject;

/** Returns whether a path is that of an object or a list, or of something in it. */
export function isWithin(path: string, outer: string): boolean {
	return path === outer || path.startsWith(`${outer}.`);
}

/** Marks issues as being about keys of a JSON field. */
export function inJson(issues: readonly ValidationIssue[]): ValidationIssue[] {
	return issues.map((issue) => ({ ...issue, inJson: true }));
}

/** Returns an issue's text after the name of its subject: what is wrong and how to fix it. */
export function sentenceOf(problem: Problem): string {
	return filled(textOf(problem), problem);
}

/** Returns the first sentence of that text, without its full stop. A fact, such as a name with a full stop, doesn't end it. */
export function firstSentenceOf(problem: Problem): string {
	// All of it is one fact, which the node wrote.
	if (problem.code === 'malformed') return firstSentence(sentenceOf(problem));
	return filled(firstSentence(textOf(problem)), problem);
}

function firstSentence(text: string): string {
	return text.split(/[.!?](?:\s|$)/, 1).join('');
}

/** Returns what is wrong, without how to fix it, for a hint about something that is sent anyway. */
export function problemOf(problem: Problem): string {
	const sentence = SENTENCES[problem.code];
	return filled(typeof sentence === 'string' ? sentence : sentence[0], problem);
}

function textOf({ code }: Problem): string {
	return [SENTENCES[code]].flat().join('. ');
}

function filled(text: string, problem: Problem): string {
	const facts = new Map<string, unknown>(Object.entries(problem));
	return text.replace(/\{(\w+)\}/g, (_, name: string) => [facts.get(name)].flat().join(', '));
}
