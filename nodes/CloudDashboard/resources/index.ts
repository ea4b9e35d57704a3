import {
	organizationSegment,
	serviceIdField,
	serviceSegment,
} from '../../clickhouseCloud/identifiers';
import { apiRequestResource } from '../../features/apiRequest/apiRequest';
import { accessFields, clickStackOptions, isManaged } from '../../clickStack/authentication';
import { nodePanel } from '../../engine/resource';
import { alert } from './alert';
import { chart } from './chart';
import { dashboard } from './dashboard';
import { event } from './event';
import { role } from './role';
import { savedSearch } from './savedSearch';
import { connection, source } from './source';
import { team, teamInvitation, teamMember } from './team';
import { webhook } from './webhook';

const apiRequest = apiRequestResource({
	examplePath: '/api/v2/dashboards/65f5e4a3b9e77c001a567890',
	pathDescription:
		'Path below the Base URL. For ClickStack in ClickHouse Cloud, it starts with /v1, and the node fills in {organizationId} and {serviceId}.',
	options: clickStackOptions,
	variablesOf: (parameters, credential) => {
		if (!isManaged(parameters)) return {};
		const { name } = serviceIdField;
		const serviceId = serviceSegment(name, parameters[name]);
		return { organizationId: organizationSegment(parameters, credential), serviceId };
	},
});

export const { properties, operations } = nodePanel(
	{
		alert,
		apiRequest,
		chart,
		connection,
		dashboard,
		event,
		role,
		savedSearch,
		source,
		team,
		teamInvitation,
		teamMember,
		webhook,
	},
	['dashboard', 'alert'],
	accessFields,
);
