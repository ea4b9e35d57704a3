import { code, linkTo, table } from '../markdown';

/** An operation's example and requests, which follow all fields, because JSON is long. */
export interface RequestText {
	heading: string;
	operation: string;
	text: string;
	needsOnlyIds: boolean;
}

/** A section with the examples, and a table of the requests that need only IDs. */
export function requestsText(resource: string, requests: readonly RequestText[]): string {
	const [idOnly, others] = [true, false].map((isIdOnly) =>
		requests.filter(({ needsOnlyIds }) => needsOnlyIds === isIdOnly),
	);
	const rows = (idOnly ?? []).map(({ heading, operation, text }) => [
		linkTo(heading),
		code(operation),
		text,
	]);
	const examples = (others ?? []).flatMap(({ heading, text }) => [`**${heading}**`, text]);
	const explained = `These operations work with IDs alone. Their \`resource\` is ${code(resource)}.`;
	return [
		requests.length > 0 ? '## Requests' : '',
		...examples,
		...(rows.length === 0 ? [] : [explained, table(['Operation', '`operation`', 'Request'], rows)]),
	]
		.filter((text) => text !== '')
		.join('\n\n');
}
