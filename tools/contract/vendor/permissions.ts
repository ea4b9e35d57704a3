import { operations } from '../../../nodes/CloudManagement/resources';
import type { OperationTable } from '../../../nodes/engine/operation';
import { requestPattern } from '../../docs/cloudOperations/page';
import { SEEDED_IDS } from '../../emulator/state/ids';
import { MANAGEMENT_SAMPLES } from '../../samples/managementSamples';
import { type JsonObject, listAt, objectAt } from '../json';
import { BETA_PERMISSIONS } from '../../../nodes/clickhouseCloud/permissions';

function permissionsByRequest(): Map<string, Set<string>> {
	const table: OperationTable = operations;
	const all = new Map<string, Set<string>>();
	for (const { parameters, method, path } of Object.values(MANAGEMENT_SAMPLES)) {
		const { resource, operation } = parameters(SEEDED_IDS);
		const request = requestPattern(`${method} ${path(SEEDED_IDS)}`);
		if (typeof resource !== 'string' || typeof operation !== 'string') continue;
		const { permission } = table[resource]?.[operation]?.texts ?? {};
		all.set(request, new Set([...(all.get(request) ?? []), ...(permission ? [permission] : [])]));
	}
	return all;
}

/** The vendor's document lists no permissions for beta operations. */
function isBeta(request: string): boolean {
	return Object.keys(BETA_PERMISSIONS).some((part) => request.includes(`/${part}`));
}

/** `+` is only in our operations, `-` only in a skeleton. */
export function permissionDifferences({ paths }: JsonObject): string[] {
	const ours = permissionsByRequest();
	return Object.keys(objectAt({ paths }, 'paths')).flatMap((template) => {
		const pathItem = objectAt(objectAt({ paths }, 'paths'), template);
		return Object.keys(pathItem).flatMap((method) => {
			const request = requestPattern(`${method.toUpperCase()} ${template}`);
			const own = ours.get(request);
			const theirs = listAt(pathItem[method], 'permissions').map(String);
			if (own === undefined || (theirs.length === 0 && isBeta(request))) return [];
			const id = String(objectAt(pathItem, method)['operationId']);
			return [
				...[...own].filter((name) => !theirs.includes(name)).map((name) => `${id} + ${name}`),
				...theirs.filter((name) => !own.has(name)).map((name) => `${id} - ${name}`),
			];
		});
	});
}
