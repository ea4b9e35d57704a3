import { choice, flag, number } from '../../../../engine/body/fields';
import type { Issue } from '../../../../engine/issue';
import type { JsonObject } from '../../../../engine/json';
import { valueAt } from '../../../../engine/json';
import { wordsOf } from '../../../../engine/text';
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
import { describeSource } from './source';
import { tableMappings } from '../tableMappings';

const MYSQL_TYPES = {
	mysql: '',
	rdsmysql: 'Amazon RDS for MySQL',
	auroramysql: 'Amazon Aurora MySQL',
	mariadb: 'MariaDB',
	rdsmariadb: 'Amazon RDS for MariaDB',
};
const SIZES = sizes();
const MECHANISMS = { GTID: 'GTID', FILE_POS: 'Binlog File and Position (FILE_POS)' };

export const mysql = describeSource('mysql', 'MySQL', {
	option: { name: 'MySQL (MariaDB, RDS, Aurora)' },
	mainFields: 'type host port authentication credentials iamRole settings',
	tables: tableMappings('mysql', { container: 'Schema', table: 'Table' }),
	resyncs: true,
	change: { required: ['host', 'port'] },
	cloud: { only: true, refusesRepeats: true },
	summary: { describe: () => 'MySQL', presets: { type: 'mysql' } },
	rules: [mechanismRule],
	fields: {
		type: choice('MySQL Type', MYSQL_TYPES, {
			off: { name: 'MySQL', value: 'mysql' },
			default: 'mysql',
		}),
		host,
		port: port(3306),
		...LOGIN_OR_ROLE,
		...TLS,
		serverId: number('Server ID', {
			bounds: [1, 4_294_967_295],
			description:
				"Server ID of the pipe, unique among the replicas. If you don't add this option, the service chooses an ID.",
		}),
		settings: replicationSettings({
			replicationMode: replicationMode('rows', 'to load tables'),
			replicationMechanism: choice('Replication Mechanism', MECHANISMS, {
				description: 'Mechanism for following the binlog. MariaDB supports only GTID.',
			}),
			useCompression: flag('Use Compression', {
				description: 'Whether to compress the connection to the database',
			}),
			...SIZES.syncs,
			allowNullableColumns,
			...SIZES.load,
			deleteOnMerge,
		}),
	},
});

function* mechanismRule(members: JsonObject): Iterable<Issue> {
	const [path, value] = ['settings.replicationMechanism', 'FILE_POS'];
	const type = wordsOf('mariadb rdsmariadb').find((name) => name === members.type);
	if (type === undefined || valueAt(members, path) !== value) return;
	yield { path, text: `is ${value}, which ${type} doesn't support. Use one of: GTID.` };
}
