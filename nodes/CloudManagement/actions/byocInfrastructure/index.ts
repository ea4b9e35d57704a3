import { resource } from '../../../core/resource';
import { createByocInfrastructure } from './create.operation';

export const byocInfrastructure = resource(
	'BYOC Infrastructure',
	'Infrastructure in your own cloud account',
	{
		create: createByocInfrastructure,
	},
);
