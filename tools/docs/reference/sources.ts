import type { INodeProperties } from 'n8n-workflow';

import { membersOf } from './resources';

type Fields = readonly INodeProperties[];

/** A source's page states these conditions once. */
const MENTIONED: ReadonlySet<string> = new Set(['sourceKind', 'pipeInput']);

export function ofNoSource(fields: Fields): INodeProperties[] {
	return fields
		.filter((field) => sourceOf(field) === undefined)
		.map((field) =>
			field.type === 'collection' ? { ...field, options: ofNoSource(membersOf(field)) } : field,
		);
}

/** The page states the source's conditions, so its fields don't repeat them. */
export function ofSource(kind: string, fields: Fields): INodeProperties[] {
	return fields.flatMap((field) => {
		if (sourceOf(field) === kind) return [unconditional(field)];
		if (field.type !== 'collection') return [];
		const options = ofSource(kind, membersOf(field));
		return options.length > 0 ? [unconditional({ ...field, options })] : [];
	});
}

/** Undefined if several sources show the field. */
function sourceOf({ displayOptions: { show = {} } = {} }: INodeProperties): unknown {
	const kinds = show['sourceKind'] ?? show['/sourceKind'] ?? [];
	return kinds.length === 1 ? kinds[0] : undefined;
}

function unconditional(field: INodeProperties): INodeProperties {
	const { show = {}, ...others } = field.displayOptions ?? {};
	const kept = Object.entries(show).filter(([name]) => !MENTIONED.has(name.replace('/', '')));
	return { ...field, displayOptions: { ...others, show: Object.fromEntries(kept) } };
}
