import { operations as dashboardOperations } from '../../nodes/CloudDashboard/resources';
import { operations as managementOperations } from '../../nodes/CloudManagement/resources';
import type { Issue } from '../../nodes/engine/issue';
import { stopsItem } from '../../nodes/engine/issue';
import type { OperationTable } from '../../nodes/engine/operation';
import { sentences } from '../unit/management/context';
import { PLANNING_NODES } from './plannedForms';

const { dashboard, management } = PLANNING_NODES;

const TABLES: ReadonlyArray<{ node: typeof dashboard; operations: OperationTable }> = [
	{ node: management, operations: managementOperations },
	{ node: dashboard, operations: dashboardOperations },
];

const FORMS = TABLES.flatMap(({ node, operations }) =>
	Object.entries(operations).flatMap(([resource, table]) =>
		Object.keys(table).map((operation) => ({ node, resource, operation })),
	),
);

const TEXTS =
	/^(?:[^.]+ (?:is empty|is needed for |changes nothing\. )|Authentication is Own ClickStack, )/;

it.each(FORMS)('asks only for empty fields in $resource $operation', ({ node, ...form }) => {
	const parameters = node.read(form);
	const { issues } = node.plan(parameters, 'standard');
	// Only n8n evaluates expressions, such as the default dates.
	const isEntered = ({ path }: Issue) => !String(parameters[path]).startsWith('=');
	const asked = issues.filter((issue) => stopsItem(issue) && isEntered(issue));
	for (const text of sentences(asked, node.operationOf(form))) expect(text).toMatch(TEXTS);
});
