import { API_REQUEST_SENTENCES } from './sentences/apiRequest';
import { DASHBOARD_SENTENCES } from './sentences/dashboards';
import { FIELD_SENTENCES } from './sentences/fields';
import { PIPE_SENTENCES } from './sentences/pipes';

const TABLE = {
	...FIELD_SENTENCES,
	...API_REQUEST_SENTENCES,
	...DASHBOARD_SENTENCES,
	...PIPE_SENTENCES,
};

/** Names a rule, whatever its sentence says. */
export type IssueCode = keyof typeof TABLE;

/** A whole text, or the problem without its full stop and what to do about it. */
type Sentence = string | readonly [problem: string, advice: string];

type FactsOf<Row> = Row extends (facts: infer Facts) => Sentence
	? unknown extends Facts
		? object
		: Facts
	: never;
type FactsByCode = { [Code in IssueCode]: FactsOf<(typeof TABLE)[Code]> };

const SENTENCES: { [Code in IssueCode]: (facts: FactsByCode[Code]) => Sentence } = TABLE;

/** What an issue is about. */
export interface IssueSubject {
	/** The path of the parameter, or of the member of the body that it fills, in dotted notation; rows count from 0. */
	path: string;
	/** Whether the path is one in a JSON field: who wrote it knows it by its path. */
	inJson?: true;
	/** Its name, where it is no field of the panel. */
	label?: string;
}

type IssueOf<Code extends IssueCode> = {
	[C in Code]: IssueSubject & { code: C } & FactsByCode[C];
}[Code];

/** One reason why something must not be sent, as facts: label and sentence are put in where it is shown. */
export type ValidationIssue = IssueOf<IssueCode>;

type WithoutSubject<Issue> = Issue extends unknown ? Omit<Issue, keyof IssueSubject> : never;

/** What is wrong with something, whatever that is called. */
export type Finding = WithoutSubject<ValidationIssue>;

/** Returns whether a path is that of an object or a list, or of something in it. */
export function isWithin(path: string, outer: string): boolean {
	return path === outer || path.startsWith(`${outer}.`);
}

/** Marks issues as being about members of a JSON field. */
export function inJson(issues: readonly ValidationIssue[]): ValidationIssue[] {
	return issues.map((issue) => ({ ...issue, inJson: true }));
}

/** Returns what an issue says after the name of its subject: what is wrong and how to fix it. */
export function sentenceOf<Code extends IssueCode>(issue: IssueOf<Code>): string {
	const sentence = SENTENCES[issue.code](issue);
	return typeof sentence === 'string' ? sentence : sentence.join('. ');
}

/** Returns what is wrong, without how to fix it, as a hint about what is sent all the same says it. */
export function problemOf<Code extends IssueCode>(issue: IssueOf<Code>): string {
	const sentence = SENTENCES[issue.code](issue);
	return typeof sentence === 'string' ? sentence : sentence[0];
}
