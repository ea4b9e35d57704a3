import { CloudDashboard } from '../../nodes/CloudDashboard/CloudDashboard.node';
import { operations as dashboardOperations } from '../../nodes/CloudDashboard/resources';
import { CloudManagement } from '../../nodes/CloudManagement/CloudManagement.node';
import { operations as managementOperations } from '../../nodes/CloudManagement/resources';
import type { OperationTable } from '../../nodes/engine/operation';
import { readDocument } from '../../tools/docs/files';
import { shortName } from '../../tools/docs/reference/resources';

const NODES: Array<{ node: CloudDashboard | CloudManagement; operations: OperationTable }> = [
	{ node: new CloudManagement(), operations: managementOperations },
	{ node: new CloudDashboard(), operations: dashboardOperations },
];
const NUMBERS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine'];

function nameOf(
	{ description }: CloudDashboard | CloudManagement,
	selector: 'operation' | 'resource',
	value: string,
	resource?: string,
): string {
	const options = description.properties
		.filter(({ name, displayOptions }) => {
			const isShown = displayOptions?.show?.['resource']?.some((one) => one === resource) ?? true;
			return name === selector && isShown;
		})
		.flatMap(({ options: all = [] }) => all);
	const found = options.find((option) => 'value' in option && option.value === value);
	return found?.name ?? `no ${selector} ${value}`;
}

/** Lists operations by the panel's names, with the keys of each secret that they output only once. */
const SHOWN_ONCE = NODES.flatMap(({ node, operations }) =>
	Object.entries(operations).flatMap(([resource, own]) =>
		Object.entries(own).flatMap(([operation, { output }]) => {
			const [kind, name] = [
				nameOf(node, 'resource', resource),
				nameOf(node, 'operation', operation, resource),
			];
			const keys = output?.secrets;
			return keys === undefined || keys === 'all' ? [] : [{ name: `${kind} → ${name}`, keys }];
		}),
	),
);

it('docs/security.md lists every secret output, with its operation and keys', () => {
	const text = readDocument('docs/security.md');
	const count = NUMBERS[SHOWN_ONCE.length] ?? '';
	expect(text).toContain(`${count} operations output a secret that the API shows only once`);
	for (const { name, keys } of SHOWN_ONCE) {
		expect(text).toContain(`**${name}**`);
		// A key's ID isn't secret.
		for (const key of keys.filter((secret) => secret !== 'keyId'))
			expect(text).toContain(`\`${key}\``);
	}
});

it('docs/security.md lists every operation that outputs responses unredacted', () => {
	const [, names = ''] =
		/^(\*\*.*), and the trigger event \*\*Value Changed\*\* output responses unredacted\./m.exec(
			readDocument('docs/security.md'),
		) ?? [];
	const unredacted = NODES.flatMap(({ node, operations }) =>
		Object.entries(operations).flatMap(([resource, own]) =>
			Object.entries(own).flatMap(([operation, { output }]) => {
				if (output?.raw !== true) return [];
				const kind = shortName(nameOf(node, 'resource', resource));
				const name = `${kind} → ${nameOf(node, 'operation', operation, resource)}`;
				return kind === 'API Request' ? `**${kind}**` : `**${name}**`;
			}),
		),
	);
	expect(names.split(', ').sort()).toEqual([...new Set(unredacted)].sort());
});

it('docs/agents.md counts the operations that output a secret', () => {
	const text = readDocument('docs/agents.md');
	expect(text).toContain(
		`[${(NUMBERS[SHOWN_ONCE.length] ?? '').toLowerCase()} operations](security.md`,
	);
});
