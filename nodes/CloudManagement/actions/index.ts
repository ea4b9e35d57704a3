import { panel } from '../../core/resource';
import { activity } from './activity';
import { apiRequest } from './apiRequest';
import { backup } from './backup';
import { byocInfrastructure } from './byocInfrastructure';
import { invitation } from './invitation';
import { member } from './member';
import { pipe } from './pipe';
import { privateEndpoint } from './privateEndpoint';
import { reversePrivateEndpoint } from './reversePrivateEndpoint';
import { service } from './service';

/** The fields of the panel, and every operation as the two selectors name it. */
export const { properties, operations } = panel(
	{
		activity,
		apiRequest,
		backup,
		byocInfrastructure,
		invitation,
		member,
		pipe,
		privateEndpoint,
		reversePrivateEndpoint,
		service,
	},
	'activity',
);
