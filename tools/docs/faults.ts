import { operations as dashboardOperations } from '../../nodes/CloudDashboard/resources';
import { operations as managementOperations } from '../../nodes/CloudManagement/resources';
import type { ChangeOperation, OperationTable } from '../../nodes/engine/operation';
import { unknownOutcomeOf } from '../../nodes/engine/errors/nodeErrors';
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

/** Generated from the fault matrix test's expectations. */
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

/** Conditions for resending an operation, if its request decides. */
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

/** The text of most changes, which the page quotes once. */
const USUAL_TEXT =
	/^The .+ may have been .+\. Check the [^.]+\. If [^.]+, you're done\. If not, run the node again\.$/;

/** True if the page's two sentences describe the change: the usual text, and only creates aren't resent. */
function isUsual(name: string, text: string, again: string): boolean {
	return USUAL_TEXT.test(text) && again === (name === 'create' ? 'no' : 'yes');
}

/** Changes whose unknown outcome has its own text or rule. */
export function unknownOutcomeTable(): string {
	const tables: OperationTable[] = [managementOperations, dashboardOperations];
	const rows = tables.flatMap((resources) =>
		Object.entries(resources).flatMap(([resource, operations]) =>
			Object.entries(operations).flatMap(([name, operation]) => {
				const key = `${resource} ${name}`;
				if (operation.kind !== 'change') return [];
				const text = unknownOutcomeOf(operation).join('. ');
				const again = sentAgain(key, operation);
				return isUsual(name, text, again) ? [] : [[key, text, again]];
			}),
		),
	);
	// API Request belongs to both nodes.
	const unique = new Map(rows.map((row) => [row.join(), row]));
	return table(['Operation', 'The error says', 'Sent again'], [...unique.values()].sort());
}
