import { choice, flag, number, object } from '../../../../engine/body/fields';
import { tableMappings } from '../tableMappings';
import {
	allowNullableColumns,
	deleteOnMerge,
	host,
	LOGIN_OR_ROLE,
	MODE_NOTE,
	MODES,
	port,
	TLS,
	size,
} from './database';
import { source } from './source';

const TYPES = {
	mysql: '',
	rdsmysql: 'Amazon RDS for MySQL',
	auroramysql: 'Amazon Aurora MySQL',
	mariadb: 'MariaDB',
	rdsmariadb: 'Amazon RDS for MariaDB',
};
const MECHANISMS = { GTID: 'GTID', FILE_POS: 'Binlog File and Position (FILE_POS)' };

/** Second reference, 4.2. */
export const mysql = source(
	'mysql',
	'MySQL',
	{
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
		settings: object(
			{
				replicationMode: choice('Replication Mode', MODES, {
					required: 'to load tables',
					description: 'Whether to load the existing rows, replicate changes, or both',
					note: MODE_NOTE,
				}),
				replicationMechanism: choice('Replication Mechanism', MECHANISMS, {
					description: 'How the pipe follows the binlog',
				}),
				useCompression: flag('Use Compression', {
					description: 'Whether the connection to the database is compressed',
				}),
				syncIntervalSeconds: size('syncIntervalSeconds'),
				pullBatchSize: size('pullBatchSize'),
				allowNullableColumns,
				initialLoadParallelism: size('initialLoadParallelism'),
				snapshotNumRowsPerPartition: size('snapshotNumRowsPerPartition'),
				snapshotNumberOfParallelTables: size('snapshotNumberOfParallelTables'),
				deleteOnMerge,
			},
			{ panel: ['replicationMode'] },
		),
	},
	{
		about: 'MySQL, MariaDB, Amazon RDS and Aurora',
		panel: 'type host port authentication credentials iamRole settings',
		tables: tableMappings('mysql', { container: 'Schema', table: 'Table' }),
		resyncs: true,
		summarize: () => 'MySQL',
	},
);
