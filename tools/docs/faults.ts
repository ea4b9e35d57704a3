import { operations as dashboardOperations } from '../../nodes/CloudDashboard/resources';
import { operations as managementOperations } from '../../nodes/CloudManagement/resources';
import type { ChangeOperation, OperationTable } from '../../nodes/engine/operation';
import { table } from './markdown';
import type { Expected, FaultExpectation } from '../../test/reliability/faultMatrix/expectations';
import { FAULT_EXPECTATIONS } from '../../test/reliability/faultMatrix/expectations';

function meaning({ outcome, reason }: Expected): string {
	return reason === undefined ? 'success' : `\`${String(outcome)}\`, \`${reason}\``;
}

function exception({ confirms = [] }: FaultExpectation): string {
	if (confirms.length === 0) return '';
	const all = new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(confirms);
	return `; every ${all} succeeds`;
}

/** The fault table of the docs, in Markdown, from the expectations of the fault matrix test. */
export function faultTable(): string {
	return table(
		['Fault', 'Reads sent', 'Outcome and reason', 'Changes sent', 'Outcome and reason'],
		FAULT_EXPECTATIONS.map((fault) => {
			const { name, reads, changes } = fault;
			const counts = [reads, changes].map(({ requests }) => String(requests || 'none'));
			const [read = '', change = ''] = counts;
			return [name, read, meaning(reads), change, meaning(changes) + exception(fault)];
		}),
	);
}

/** When an operation may be sent again, if that depends on its request. */
const CONDITIONS = new Map([
	['dashboard update', 'if the dashboard can be read, and each new tile has its own name'],
	['pipe update', 'without new table mappings and secrets'],
	['service resetPassword', 'with a hash'],
]);

function sentAgain(operation: string, { repeatable }: ChangeOperation): string {
	const condition = CONDITIONS.get(operation);
	if ((typeof repeatable === 'function') !== (condition !== undefined)) {
		throw new Error(`Say when ${operation} is sent again, if that depends on its request`);
	}
	return condition ?? (repeatable === true ? 'yes' : 'no');
}

/** The text about unknown outcomes, and whether the change is sent again, in Markdown. */
export function unknownOutcomeTable(): string {
	const tables: OperationTable[] = [managementOperations, dashboardOperations];
	const rows = tables.flatMap((resources) =>
		Object.entries(resources).flatMap(([resource, operations]) =>
			Object.entries(operations).flatMap(([name, operation]) => {
				const key = `${resource} ${name}`;
				if (operation.kind !== 'change') return [];
				const { unknownOutcome = [] } = operation;
				return [[key, [unknownOutcome.join('. '), sentAgain(key, operation)]] as const];
			}),
		),
	);
	return table(
		['Operation', 'If the outcome is unknown, the error says', 'Sent again'],
		// Both nodes have a resource for roles.
		[...new Map(rows.map((row) => [row.flat().join(), row])).values()]
			.sort()
			.map(([key, texts]) => [key, ...texts]),
	);
}
