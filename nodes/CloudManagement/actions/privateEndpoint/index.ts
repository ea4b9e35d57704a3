import { resource } from '../../../core/resource';
import { createPrivateEndpoint } from './create.operation';

export const privateEndpoint = resource(
	'Private Endpoint',
	'A private connection from your network to a service',
	{
		create: createPrivateEndpoint,
	},
);
