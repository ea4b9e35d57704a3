import type { ParameterValues } from '../../engine/operation';
import type { INodeProperties } from 'n8n-workflow';
import type { WithIssues } from '../../engine/issue';
import type { JsonObject } from '../../engine/json';
import { locatorField } from '../../engine/parameters/properties';

/** Makes the path of a record's list from the item's parameters. Issues are about identifiers in the path. */
export type CollectionPath = (
	parameters: ParameterValues,
	credential: Readonly<JsonObject>,
) => WithIssues<string>;

/** Appends segments to a path. If a segment comes from the item or the credential, adds its issues. */
export function below(
	parent: CollectionPath,
	...segments: ReadonlyArray<
		string | ((parameters: ParameterValues, credential: Readonly<JsonObject>) => WithIssues<string>)
	>
): CollectionPath {
	return (parameters, credential) =>
		segments.reduce<WithIssues<string>>(
			({ value: path, issues }, next) => {
				if (typeof next === 'string') return { value: `${path}/${next}`, issues };
				const segment = next(parameters, credential);
				return { value: `${path}/${segment.value}`, issues: [...issues, ...segment.issues] };
			},
			parent(parameters, credential),
		);
}

export function idField(
	displayName: string,
	name: string,
	searchListMethod: string,
	description?: string,
	{ example = EXAMPLE_ID, nameExample }: { example?: string; nameExample?: string } = {},
): INodeProperties {
	const modes = { nameExample };
	const locator = locatorField(displayName, name, searchListMethod, example, modes);
	return {
		...locator,
		required: true,
		...(description !== undefined && { description }),
	};
}

export const EXAMPLE_ID = '3f0c9a52-7b1d-4e8a-9c64-2d5e8f7a1b90';
