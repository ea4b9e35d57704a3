import { readdirSync } from 'node:fs';
import path from 'node:path';

import ts from 'typescript';

import { readDocument, ROOT } from './files';

/** Values filled in at run time are shown as this. */
export const FILLED_IN = '…';
/** Matches several words, or the end of a sentence. */
const WORDS = /\p{L} \S|\.$/u;

/** Users can see texts from these files. */
export function sourceFiles(): string[] {
	return ['credentials', 'nodes'].flatMap((folder) =>
		readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
			.filter((name) => name.endsWith('.ts'))
			.map((name) => path.join(folder, name)),
	);
}

/** Single words are left out. */
export function textsIn(file: string): string[] {
	const source = ts.createSourceFile(file, readDocument(file), ts.ScriptTarget.ES2022);
	const texts: string[] = [];
	const visit = (node: ts.Node): void => {
		if (isListOfNames(node)) return;
		const text = textOf(node);
		if (text !== undefined && WORDS.test(text)) texts.push(text);
		ts.forEachChild(node, visit);
	};
	visit(source);
	return texts;
}

/** The arguments of these functions are JSON names, which nobody reads as text. */
function isListOfNames(node: ts.Node): boolean {
	if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return false;
	return ['recordOutput', 'wordsOf'].includes(node.expression.text);
}

/** An ellipsis stands for values filled in at run time. */
function textOf(node: ts.Node): string | undefined {
	if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
	if (!ts.isTemplateExpression(node)) return undefined;
	const spans = node.templateSpans.map(({ literal }) => `${FILLED_IN}${literal.text}`);
	return `${node.head.text}${spans.join('')}`.replace(/…+/g, FILLED_IN);
}
