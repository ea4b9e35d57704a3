import type { JsonObject } from '../../../core/json';
import type { Parameters } from '../../../core/operation';
import { asObject } from '../../../core/parameters/values';
import { apiKeyKind } from '../../actions/apiKey/apiKeyKind';
import { backupKind } from '../../actions/backup';
import { invitationKind } from '../../actions/invitation/invitationKind';
import { memberKind } from '../../actions/member/memberKind';
import { pipeKind } from '../../actions/pipe/pipeKind';
import { reversePrivateEndpointKind } from '../../actions/reversePrivateEndpoint';
import { service } from '../../actions/service';
import { serviceKind } from '../../actions/service/serviceKind';
import type { ListSource } from '../../../core/lists/listSource';
import { recordsOf, searchIn } from './panelList';
import { activities, servicesInActivities } from './servicesInActivities';
import { ofService } from '../../actions/shared/identifiers';

/** The lists of the resource locators, by the names that their fields use. */
export const listSearch = {
	searchActivities: searchIn({
		...activities,
		name: [['type'], ['actorDetails', 'actorId'], ['createdAt']],
	}),
	searchApiKeys: searchIn({
		...recordsOf(apiKeyKind),
		name: [['name']],
		details: ['state', 'keySuffix'],
	}),
	searchBackups: searchIn({
		...recordsOf(backupKind),
		name: [['startedAt', 'backupName']],
		details: ['status'],
	}),
	searchInvitations: searchIn({ ...recordsOf(invitationKind), name: [['email']] }),
	searchMembers: searchIn({
		...recordsOf(memberKind),
		idMember: 'userId',
		name: [['name', 'email']],
		details: ['email'],
	}),
	searchPipes: searchIn({ ...recordsOf(pipeKind), name: [['name']], details: ['state'] }),
	searchPrivateEndpoints: searchIn({ home: ofService, read: availableEndpoints, name: [] }),
	searchReversePrivateEndpoints: searchIn({
		...recordsOf(reversePrivateEndpointKind),
		name: [['description', 'endpointId']],
		details: ['status'],
	}),
	searchServices: searchIn({
		...recordsOf(serviceKind, {}, servicesInActivities),
		name: [['name']],
		details: ['state', 'region'],
	}),
};

/**
 * Returns the private endpoints that a service lists as available. Assumed beyond the reference: these are the IDs that
 * Create accepts.
 */
async function availableEndpoints(
	source: ListSource,
	parameters: Parameters,
): Promise<JsonObject[]> {
	const payload = await source.payload(service.operations.get, parameters);
	const { availablePrivateEndpointIds: available } = asObject(payload);
	return Array.isArray(available) ? available.map((id: unknown) => ({ id })) : [];
}
