import type { ItemParameters } from '../executionState';
import type { Issue } from '../issue';
import { stopsItem, UNEVALUATED } from '../issue';
import type { Operation } from '../operation';
import { emptyExpressionIssue } from '../parameters/readParameters';
import { issueLabel } from './issueMessages';

const EMPTY_EXPRESSION =
	'is empty: the expression returned nothing. If the field should have a value, correct the expression.';

/**
 * Adds hints about fixed texts with an expression, and about fields that an expression left empty. If such an empty
 * field has issues, a single issue about the expression replaces them.
 */
export function withFieldHints(
	issues: Issue[],
	{ empty, unevaluated }: Pick<ItemParameters, 'empty' | 'unevaluated'>,
	{ properties }: Operation,
): Issue[] {
	if (empty.length === 0 && unevaluated.length === 0) return issues;
	// A parameter and the property it fills share a label.
	const labelOfIssue = (issue: Pick<Issue, 'label' | 'path'>) => issueLabel(properties, issue);
	const refused = issues.filter(stopsItem);
	const unevaluatedHints = unevaluated
		.filter((path) => !refused.some((issue) => issue.path === path))
		.map((path): Issue => ({ path, verdict: 'hint', text: UNEVALUATED.hintText }));
	const emptyNames = empty.map((path) => labelOfIssue({ path }));
	// A `notCleared` issue stays, because its text explains more than the text about empty fields.
	const isReplaced = (issue: Issue): boolean =>
		stopsItem(issue) && issue.kind !== 'notCleared' && emptyNames.includes(labelOfIssue(issue));
	const replacedNames = issues.filter(isReplaced).map(labelOfIssue);
	return [
		...empty
			.filter((path) => replacedNames.includes(labelOfIssue({ path })))
			.map(emptyExpressionIssue),
		...unevaluatedHints,
		...empty.map((path): Issue => ({ path, verdict: 'hint', text: EMPTY_EXPRESSION })),
		...issues.filter((issue) => !isReplaced(issue)),
	];
}
