import { loadPackage } from '../engine/harness/package';
import { credentialTypes, descriptionOf } from './descriptions';
import { messagesIn, sourceFiles } from './errors/messages';
import type { GeneratedDocument } from './generated';

/** The keys of a description that users read. The name of an option is its label. */
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

/** Returns every text of the panel below a value. */
function panelTexts(value: unknown): string[] {
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
		if (typeof member !== 'string') return panelTexts(member);
		const isRead = READ_BY_USERS.has(name) && (name !== 'name' || 'value' in value);
		return isRead && member !== '' ? [member] : [];
	});
}

/** Returns every text of the panels and the errors, each once: changing one is one line of difference here. */
export async function textsDocument(): Promise<GeneratedDocument> {
	const { nodeTypes } = await loadPackage();
	const nodes = await Promise.all(Object.keys(nodeTypes).map(descriptionOf));
	const panel = panelTexts([...nodes, ...(await credentialTypes())]);
	const errors = sourceFiles()
		.flatMap(messagesIn)
		.map(({ cause, cure }) => `${cause} ${cure}`.trim());
	const sections = Object.entries({ Panels: panel, Errors: errors }).map(([title, texts]) => {
		const lines = [...new Set(texts)].sort().map((text) => text.replaceAll('\n', ' '));
		return `== ${title}\n\n${lines.join('\n')}\n`;
	});
	return { file: 'test/docs/texts.txt', content: sections.join('\n') };
}
