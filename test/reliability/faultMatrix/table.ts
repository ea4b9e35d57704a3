import { operations as dashboardOperations } from '../../../nodes/CloudDashboard/actions';
import { operations as managementOperations } from '../../../nodes/CloudManagement/actions';
import { table } from '../../docs/markdown';
import type { Expected, FaultExpectation } from './expectations';
import { FAULT_EXPECTATIONS } from './expectations';

function meaning({ outcome, reason }: Expected): string {
	return reason === undefined ? 'success' : `\`${String(outcome)}\`, \`${reason}\``;
}

function exception({ withoutData, creations }: FaultExpectation): string {
	if (withoutData === undefined) return '';
	const all = `every Delete${creations === undefined ? '' : ', Create'} and API Request`;
	return `; ${all} succeeds`;
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

/** The texts on unknown outcomes, in Markdown. */
export function unknownOutcomeTable(): string {
	const rows = [managementOperations, dashboardOperations].flatMap((resources) =>
		Object.entries(resources).flatMap(([resource, operations]) =>
			Object.entries(operations).flatMap(([name, { unknownOutcome }]) =>
				unknownOutcome === undefined
					? []
					: [[`${resource} ${name}`, unknownOutcome.join('. ')] as const],
			),
		),
	);
	return table(
		['Operation', 'If the outcome is unknown, the error says'],
		[...new Map(rows)].sort().map((row) => [...row]),
	);
}
