import type { EmulatorIds } from '../../emulator';
import type { OperationSample } from './operationSamples';
import { MANAGEMENT } from './workflow';

const organizationOf = ({ organizationId }: EmulatorIds) => `/v1/organizations/${organizationId}`;

/** A record of the organization: read, listed and deleted. */
function organizationRecord(
	resource: string,
	collection: string,
	idField: 'apiKeyId' | 'invitationId' | 'userId',
): Record<string, OperationSample> {
	const idMember = idField === 'userId' ? idField : 'id';
	const one = (operation: string, method: string): OperationSample => ({
		type: MANAGEMENT,
		parameters: (ids) => ({ resource, operation, [idField]: ids[idField] }),
		method,
		path: (ids) => `${organizationOf(ids)}/${collection}/${ids[idField]}`,
		output: (ids) => ({ [idMember]: ids[idField] }),
	});
	return {
		[`${resource} get`]: one('get', 'GET'),
		[`${resource} getAll`]: organizationList(resource, collection, (ids) => ({
			[idMember]: ids[idField],
		})),
		[`${resource} delete`]: {
			...one('delete', 'DELETE'),
			withoutData: true,
			output: (ids) => ({ id: ids[idField], deleted: true }),
		},
	};
}

function organizationList(
	resource: string,
	collection: string,
	output: OperationSample['output'],
): OperationSample {
	return {
		type: MANAGEMENT,
		parameters: () => ({ resource, operation: 'getAll', returnAll: true }),
		method: 'GET',
		path: (ids) => `${organizationOf(ids)}/${collection}`,
		output,
	};
}

/** Returns the samples of the operations that only ClickHouse Cloud has. */
export function cloudSamples(): Record<string, OperationSample> {
	return {
		...organizationRecord('apiKey', 'keys', 'apiKeyId'),
		'apiKey update': {
			type: MANAGEMENT,
			parameters: (ids) => ({
				resource: 'apiKey',
				operation: 'update',
				apiKeyId: ids.apiKeyId,
				updateFields: { state: 'disabled' },
			}),
			method: 'PATCH',
			path: (ids) => `${organizationOf(ids)}/keys/${ids.apiKeyId}`,
			body: () => ({ state: 'disabled' }),
			output: (ids) => ({ id: ids.apiKeyId, state: 'disabled' }),
		},
		...organizationRecord('invitation', 'invitations', 'invitationId'),
		...organizationRecord('member', 'members', 'userId'),
		'role getAll': organizationList('role', 'roles', (ids) => ({ id: ids.roleId })),
		'usageCost get': {
			type: MANAGEMENT,
			parameters: () => ({
				resource: 'usageCost',
				operation: 'get',
				fromDate: '2026-01-05',
				toDate: '2026-01-06',
			}),
			method: 'GET',
			path: (ids) => `${organizationOf(ids)}/usageCost`,
			output: () => ({ fromDate: '2026-01-05', toDate: '2026-01-06', grandTotalCHC: 3.5 }),
		},
	};
}
