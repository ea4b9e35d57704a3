import { managementEndpoints } from '../../clickhouseCloud/identifiers';
import { apiRequestResource } from '../../features/apiRequest/apiRequest';
import { nodePanel } from '../../engine/resource';
import { activity } from './activity';
import { apiKey } from './apiKey';
import { backup } from './backup';
import { byocInfrastructure } from './byocInfrastructure';
import { creditBalance, organization, quota } from './organization';
import { metric } from './metric';
import { invitation, member } from './people';
import { pipe } from './pipe';
import { privateEndpoint } from './privateEndpoint';
import { queryEndpoint, savedQuery } from './query';
import { reversePrivateEndpoint } from './reversePrivateEndpoint';
import { role } from './role';
import { service } from './service';
import { serviceSetting } from './serviceSetting';
import { snapshot } from './snapshot';
import { usageCost } from './usageCost';

const apiRequest = apiRequestResource(managementEndpoints);

export const { properties, operations } = nodePanel(
	{
		activity,
		apiKey,
		apiRequest,
		backup,
		byocInfrastructure,
		creditBalance,
		invitation,
		member,
		metric,
		organization,
		pipe,
		privateEndpoint,
		queryEndpoint,
		quota,
		reversePrivateEndpoint,
		role,
		savedQuery,
		service,
		serviceSetting,
		snapshot,
		usageCost,
	},
	['pipe', 'service'],
);
