import { loadPackage } from '../engine/package';
import { credentialTypes, descriptionOf } from './descriptions';
import type { GeneratedDocument } from './generated';
import { sourceFiles, textsIn } from './sourceTexts';

/** Users read these keys of a description. An option's name is its label. */
const READ_BY_USERS: ReadonlySet<string> = new Set([
	'action',
	'description',
	'displayName',
	'hint',
	'message',
	'name',
	'placeholder',
	'searchHint',
]);

function panelTexts(value: unknown): string[] {
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
		if (typeof member !== 'string') return panelTexts(member);
		const isRead = READ_BY_USERS.has(name) && (name !== 'name' || 'value' in value);
		return isRead && member !== '' ? [member] : [];
	});
}

/** Each text is listed once, so that a change is a single line of the diff. */
export async function textsDocument(): Promise<GeneratedDocument> {
	const { nodeTypes } = await loadPackage();
	const nodes = await Promise.all(Object.keys(nodeTypes).map(descriptionOf));
	const panels = new Set(panelTexts([...nodes, ...(await credentialTypes())]));
	const others = new Set(sourceFiles().flatMap(textsIn));
	const sections = Object.entries({
		Panels: [...panels],
		'Other texts in the sources': [...others].filter((text) => !panels.has(text)),
	}).map(([title, texts]) => {
		const lines = texts.map((text) => text.replaceAll('\n', ' ')).sort();
		return `== ${title}\n\n${lines.join('\n')}\n`;
	});
	return { file: 'test/docs/texts.txt', content: sections.join('\n') };
}
