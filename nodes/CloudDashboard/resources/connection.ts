import { resource } from '../../engine/resource';
import { get, getMany } from '../../features/record/record';
import { connectionRecord } from '../../clickStack/records';

/** Managed ClickStack's API has no connections. */
export const connection = resource(
	'Connection',
	'A database that sources and SQL charts read, in your own ClickStack',
	{
		get: get(connectionRecord, { description: 'Get a connection, without its password' }),
		getAll: getMany(connectionRecord, {
			description: "Get the team's connections, without their passwords",
		}),
	},
);
