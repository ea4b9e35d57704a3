import { managementApi } from '../CloudManagement/api/managementApi';
import { asObject, emptyToUndefined } from '../core/parameters/values';
import type { Trigger } from '../core/watch/poll';
import { events } from './events';
import { properties } from './properties';

/** What the Cloud Management Trigger is made of. */
export const managementTrigger: Trigger = {
	api: managementApi,
	version: '/v1',
	home: ({ organizationId }, parameter) => [
		emptyToUndefined(asObject(parameter('options')).organizationId) ?? organizationId,
	],
	properties,
	events,
};
