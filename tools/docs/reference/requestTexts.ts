import { code, linkTo, table } from '../markdown';

/** Examples and requests follow all fields, because their JSON is long. */
export interface RequestText {
	heading: string;
	operation: string;
	text: string;
	needsOnlyIds: boolean;
}

/** A table lists the requests that need only IDs. Folded, because few readers need them. */
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
	if (requests.length === 0) return '';
	return [
		'## Requests',
		'<details>\n<summary>The request of each operation</summary>',
		...examples,
		...(rows.length === 0 ? [] : [explained, table(['Operation', '`operation`', 'Request'], rows)]),
		'</details>',
	].join('\n\n');
}
