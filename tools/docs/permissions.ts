import { operations } from '../../nodes/CloudManagement/resources';
import { descriptionOf } from './descriptions';
import { code, table } from './markdown';
import { resourcesOf } from './reference/resources';
import { BETA_PERMISSIONS } from '../../nodes/clickhouseCloud/permissions';

/** Lists the operations that need each permission of ClickHouse Cloud. */
export async function permissionTable(): Promise<string> {
	const permissionOf = new Map(
		Object.entries(operations).flatMap(([resource, of]) =>
			Object.entries(of).map(([name, { texts }]) => [`${resource} ${name}`, texts?.permission]),
		),
	);
	const reads = new Set(
		Object.entries(operations).flatMap(([resource, of]) =>
			Object.entries(of).flatMap(([name, { kind }]) =>
				kind === 'change' ? [] : [`${resource} ${name}`],
			),
		),
	);
	const { clickstack } = BETA_PERMISSIONS;
	const needing = new Map<string, string[]>([[clickstack.read, ['Managed ClickStack: all']]]);
	for (const { name, value, operations: listed } of resourcesOf(
		await descriptionOf('cloudManagement'),
	)) {
		const permissions = listed.map((one) => permissionOf.get(`${value} ${one.value}`));
		for (const permission of new Set(permissions)) {
			if (permission === undefined) continue;
			const own = listed.filter((_, index) => permissions[index] === permission);
			const others = listed.filter((one) => !own.includes(one));
			const isRead = (one: { value: string }) => reads.has(`${value} ${one.value}`);
			const parts = [
				{ is: others.length === 0, name: 'all' },
				{ is: own.every(isRead) && !others.some(isRead), name: 'reads' },
				{ is: !own.some(isRead) && others.every(isRead), name: 'changes' },
			];
			const all = parts.find(({ is }) => is)?.name ?? own.map((one) => one.name).join(', ');
			needing.set(permission, [...(needing.get(permission) ?? []), `${name}: ${all}`]);
		}
	}
	const rows = [...needing].sort(([one], [other]) => one.localeCompare(other));
	return table(
		['Permission', 'Operations'],
		rows.map(([permission, names]) => [code(permission), names.join('\n')]),
	);
}
