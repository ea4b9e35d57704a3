import { choice, flag, number } from '../../../../engine/body/fields';
import {
	allowNullableColumns,
	deleteOnMerge,
	host,
	LOGIN_OR_ROLE,
	port,
	replicationMode,
	replicationSettings,
	sizes,
	TLS,
} from './database';
import { source } from './source';

const TYPES = {
	mysql: '',
	rdsmysql: 'Amazon RDS for MySQL',
	auroramysql: 'Amazon Aurora MySQL',
	mariadb: 'MariaDB',
	rdsmariadb: 'Amazon RDS for MariaDB',
};
const SIZES = sizes();
const MECHANISMS = { GTID: 'GTID', FILE_POS: 'Binlog File and Position (FILE_POS)' };

/** Second reference, 4.2. */
export const mysql = source('mysql', 'MySQL', {
	about: 'MySQL, MariaDB, Amazon RDS and Aurora',
	panel: 'type host port authentication credentials iamRole settings',
	tables: { container: 'Schema', table: 'Table' },
	resyncs: true,
	summarize: () => 'MySQL',
	fields: {
		type: choice('MySQL Type', TYPES, {
			off: { name: 'MySQL', value: 'mysql' },
			default: 'mysql',
			description: 'The MySQL service that has the tables',
		}),
		host,
		port: port(3306),
		...LOGIN_OR_ROLE,
		...TLS,
		serverId: number('Server ID', {
			bounds: [1, 4_294_967_295],
			description:
				"The pipe's own server ID among the replicas, used by no other. Without this option, the service chooses one.",
		}),
		settings: replicationSettings({
			replicationMode: replicationMode('rows', 'to load tables'),
			replicationMechanism: choice('Replication Mechanism', MECHANISMS, {
				description: 'How the pipe follows the binlog',
			}),
			useCompression: flag('Use Compression', {
				description: 'Whether the connection to the database is compressed',
			}),
			...SIZES.syncs,
			allowNullableColumns,
			...SIZES.load,
			deleteOnMerge,
		}),
	},
});
