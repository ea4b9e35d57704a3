import { operations as dashboardOperations } from '../../nodes/CloudDashboard/resources';
import { operations as managementOperations } from '../../nodes/CloudManagement/resources';
import type { ChangeOperation, OperationTable } from '../../nodes/engine/operation';
import { RESEND, unknownOutcomeOf } from '../../nodes/engine/errors/nodeErrors';
import { descriptionOf } from './descriptions';
import { table } from './markdown';
import { resourcesOf } from './reference/resources';
import type { Expected, FaultExpectation } from '../../test/reliability/faultMatrix/expectations';
import { FAULT_EXPECTATIONS } from '../../test/reliability/faultMatrix/expectations';

function meaning({ outcome, reason }: Expected): string {
	return reason === undefined ? 'success' : `\`${String(outcome)}\`, \`${reason}\``;
}

function exception({ confirms = [] }: FaultExpectation): string {
	if (confirms.length === 0) return '';
	const all = new Intl.ListFormat('en', { type: 'conjunction' }).format(confirms);
	return `; every ${all} succeeds`;
}

/** The fault matrix test's expectations fill the table. Faults with the same results share a row. */
export function faultTable(): string {
	const faults = new Map<string, string[]>();
	const results = FAULT_EXPECTATIONS.map((fault) => {
		const { name, reads, changes } = fault;
		const [read = '', change = ''] = [reads, changes].map(({ requests }) =>
			String(requests || 'none'),
		);
		const cells = [read, meaning(reads), change, meaning(changes) + exception(fault)];
		const key = cells.join();
		faults.set(key, [...(faults.get(key) ?? []), name]);
		return [key, cells] as const;
	});
	return table(
		['Fault', 'Reads sent', 'Outcome and reason', 'Changes sent', 'Outcome and reason'],
		[...new Map(results)].map(([key, cells]) => [faults.get(key)?.join('\n') ?? '', ...cells]),
	);
}

/** If an operation's request decides about resending, the table states this condition. */
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

const RETRY = 'retry the execution';
/** The page quotes the rest of this advice once, above the table. */
const SHORTENED = RESEND.replace(/(?<=\. ).*/, '…');
/** The page of errors quotes this text, which most changes have. */
const USUAL_TEXT =
	/^The .+ may have been .+\. Check the [^.]+\. If [^.]+, you're done\. If not, (.+)\.$/;

/** The page describes a change that has the usual text and is resent unless it creates something. */
function isUsual(name: string, text: string, again: string): boolean {
	const [, ending] = USUAL_TEXT.exec(text) ?? [];
	const isCreate = name === 'create';
	return ending === (isCreate ? RESEND : RETRY) && again === (isCreate ? 'no' : 'yes');
}

/** For example, "Pipe → Create", keyed by resource and operation. */
async function operationNames(): Promise<Map<string, string>> {
	const descriptions = await Promise.all(['cloudManagement', 'cloudDashboard'].map(descriptionOf));
	return new Map(
		descriptions
			.flatMap(resourcesOf)
			.flatMap(({ name: resource, value, operations }) =>
				operations.map(({ name, value: operation }) => [
					`${value} ${operation}`,
					`${resource} → ${name}`,
				]),
			),
	);
}

/** Lists changes with a text or rule of their own. */
export async function unknownOutcomeTable(): Promise<string> {
	const names = await operationNames();
	const tables: OperationTable[] = [managementOperations, dashboardOperations];
	const rows = tables.flatMap((resources) =>
		Object.entries(resources).flatMap(([resource, operations]) =>
			Object.entries(operations).flatMap(([name, operation]) => {
				const key = `${resource} ${name}`;
				if (operation.kind !== 'change') return [];
				const text = unknownOutcomeOf(operation).join('. ');
				const again = sentAgain(key, operation);
				const shortened = text.replace(`${RESEND}.`, SHORTENED);
				return isUsual(name, text, again) ? [] : [[names.get(key) ?? key, shortened, again]];
			}),
		),
	);
	// Both nodes have API Request.
	const unique = new Map(rows.map((row) => [row.join(), row]));
	return table(['Operation', 'The error says', 'Resent by a retry'], [...unique.values()].sort());
}
