import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import ts from 'typescript';

import { ROOT } from '../files';

/** One message as in its source: what happened, and what to do. An ellipsis stands for what is filled in at run time. */
export interface SourceMessage {
	/** The file that contains the text, from the project's root. */
	file: string;
	cause: string;
	cure: string;
}

/** Stands in a message for what is filled in at run time. */
export const FILLED_IN = '…';
const SENTENCE = /^\S+ \S+ .*\.$/s;
/** What only says that nothing happened, continues another message, or is shown to no user. */
const NO_MESSAGE =
	/^(?:(?:Nothing was|The item was not) sent\.|… \p{Lu}.*|(?:You can also )?[Cc]hoose .*|The (?:client|queue) was closed\.|The (?:request was aborted|time for the request is up)\.|[^\p{L}]*)$/u;
/** Members of the objects that describe a form, whose texts are not messages. */
const OF_A_FORM: ReadonlySet<string> = new Set([
	'action',
	'displayCondition',
	'displayName',
	'value',
]);
/** What contains the second half of a message, or the description of a field. */
const NO_CAUSE = /^(?:description|hint|advice|placeholder|.*_HINT)$/;

/** Functions whose arguments describe a field, or a value to a model. */
const DESCRIBES = /Field$|^(?:choice|flag|fromAiExpression|list|number|size|text|time|traits)$/;

/** Returns the messages in a file. */
export function messagesIn(file: string): SourceMessage[] {
	const text = readFileSync(path.join(ROOT, file), 'utf8');
	const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
	return messagesBelow(source)
		.filter(({ cause }) => !NO_MESSAGE.test(cause))
		.map((message) => ({ file, ...message }));
}

type Message = Omit<SourceMessage, 'file'>;

function messagesBelow(node: ts.Node): Message[] {
	if (isNoMessage(node)) return [];
	const pair = pairOf(node);
	if (pair !== undefined) return [pair];
	const literal = textOf(node);
	if (literal === undefined) {
		const found: Message[] = [];
		ts.forEachChild(node, (child) => {
			found.push(...messagesBelow(child));
		});
		return found;
	}
	return SENTENCE.test(literal) || isMessage(node) ? [parted(literal)] : [];
}

/** Whether a node contains no message: it describes a form or a success, or only follows a message. */
function isNoMessage(node: ts.Node): boolean {
	if (ts.isObjectLiteralExpression(node)) {
		return isForm(node) || memberText(node, 'status') === 'OK';
	}
	if (ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node)) {
		return NO_CAUSE.test(nameOf(node.name));
	}
	return ts.isCallExpression(node) && DESCRIBES.test(node.expression.getText());
}

/** Returns the message of an object or a pair that also contains what to do. */
function pairOf(node: ts.Node): Message | undefined {
	if (ts.isObjectLiteralExpression(node)) {
		const [cause, cure] = [memberText(node, 'message'), memberText(node, 'description')];
		return cause === undefined || cure === undefined ? undefined : { cause, cure };
	}
	if (!ts.isArrayLiteralExpression(node) || node.elements.length !== 2) return undefined;
	const [cause, cure] = node.elements.map(textOf);
	const isPair = cause !== undefined && cure !== undefined && SENTENCE.test(cure);
	return isPair ? { cause, cure } : undefined;
}

/** Splits a message after its first sentence: what follows says what to do. */
function parted(text: string): Pick<SourceMessage, 'cause' | 'cure'> {
	const end = /\.\s+(?=[\p{Lu}…])/u.exec(text);
	if (end === null) return { cause: text, cure: '' };
	return { cause: text.slice(0, end.index + 1), cure: text.slice(end.index + end[0].length) };
}

function isForm(node: ts.ObjectLiteralExpression): boolean {
	const names = node.properties.flatMap(({ name }) => (name === undefined ? [] : [nameOf(name)]));
	// What an operation is called stands beside what its errors say.
	return !names.includes('unknownOutcome') && names.some((name) => OF_A_FORM.has(name));
}

/** Whether text is where a message is made, although it is not a complete sentence. */
function isMessage({ parent }: ts.Node): boolean {
	const named = ts.isPropertyAssignment(parent) || ts.isVariableDeclaration(parent);
	return named && (nameOf(parent.name) === 'message' || isSentence(parent));
}

/** Whether a member is the sentence of an issue's code. */
function isSentence(node: ts.Node): boolean {
	const table = ts.findAncestor(node, ts.isVariableDeclaration);
	return table !== undefined && /_SENTENCES$/.test(nameOf(table.name));
}

function memberText(node: ts.ObjectLiteralExpression, name: string): string | undefined {
	const member = node.properties.find(
		(property) => ts.isPropertyAssignment(property) && nameOf(property.name) === name,
	);
	if (member === undefined || !ts.isPropertyAssignment(member)) return undefined;
	return textOf(member.initializer);
}

function nameOf(name: ts.PropertyName | ts.BindingName): string {
	return ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : '';
}

/** Returns the text of a literal, with an ellipsis for what is filled in. */
function textOf(node: ts.Node): string | undefined {
	if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
		return isSentence(node) ? node.text.replace(/\{\w+\}/g, FILLED_IN) : node.text;
	}
	if (!ts.isTemplateExpression(node)) return undefined;
	const spans = node.templateSpans.map(({ literal }) => `${FILLED_IN}${literal.text}`);
	return `${node.head.text}${spans.join('')}`.replace(/…+/g, FILLED_IN);
}

/** Returns the source files whose texts users read. */
export function sourceFiles(): string[] {
	return ['credentials', 'nodes'].flatMap((folder) =>
		readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
			.filter((name) => name.endsWith('.ts'))
			.map((name) => path.join(folder, name))
			.sort(),
	);
}
