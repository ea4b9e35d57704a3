import { choice, flag, text } from '../../../../engine/body/fields';
import type { JsonObject } from '../../../../engine/json';
import { isAbsent, isJsonObject, textMember } from '../../../../engine/json';
import { asWritten, phrase } from '../../../../engine/phrase';
import { wordsOf } from '../../../../engine/text';
import {
	allowNullableColumns,
	deleteOnMerge,
	host,
	LOGIN_OR_ROLE,
	loginOrRole,
	port,
	replicationMode,
	replicationSettings,
	sizes,
	TLS,
} from './database';
import { describeSource } from './source';
import { tableMappings } from '../tableMappings';
import type { Issue } from '../../../../engine/issue';
import { sentHint } from '../../../../engine/issue';

const POSTGRES_TYPES = {
	postgres: '',
	supabase: 'Supabase',
	neon: 'Neon',
	alloydb: 'AlloyDB',
	planetscale: 'PlanetScale',
	rdspostgres: 'Amazon RDS for Postgres',
	aurorapostgres: 'Amazon Aurora Postgres',
	cloudsqlpostgres: 'Google Cloud SQL for Postgres',
	azurepostgres: 'Azure Database for Postgres',
	crunchybridge: 'Crunchy Bridge',
	tigerdata: 'Tiger Data',
};

const SIZES = sizes('lenient');

export const postgres = describeSource('postgres', 'Postgres', {
	option: { name: 'PostgreSQL (Neon, Supabase, RDS, Aurora)' },
	mainFields: 'type host port database authentication credentials iamRole settings',
	tables: tableMappings('postgres', { container: 'Schema', table: 'Table', preset: 'public' }),
	resyncs: true,
	rules: [slotRule],
	cloud: {
		only: wordsOf(`
			type authentication iamRole settings.deleteOnMerge
			tlsHost caCertificate disableTls skipCertVerification
		`),
		refusesRepeats: true,
	},
	summary: {
		describe: (tell) => phrase`Postgres database ${asWritten(tell('database'))}`,
		presets: { type: 'postgres' },
	},
	fields: {
		type: choice('Postgres Type', POSTGRES_TYPES, {
			lenient: true,
			off: { name: 'Postgres', value: 'postgres' },
			default: 'postgres',
		}),
		host,
		port: port(5432),
		database: text('Database', {
			required: true,
			placeholder: 'e.g. shop',
		}),
		...LOGIN_OR_ROLE,
		authentication: loginOrRole({ lenient: true }),
		...TLS,
		settings: replicationSettings({
			...SIZES.syncs,
			publicationName: text('Publication Name', {
				placeholder: 'e.g. warehouse_publication',
				description: 'Existing publication in the source',
			}),
			replicationMode: replicationMode('rows'),
			replicationSlotName: text('Replication Slot Name', {
				placeholder: 'e.g. warehouse_slot',
				description: "Existing slot that the pipe reads. Doesn't work with failover slots.",
				note: 'Not with enableFailoverSlots',
			}),
			allowNullableColumns,
			...SIZES.load,
			enableFailoverSlots: flag('Enable Failover Slots', {
				description:
					"Whether the replication slot survives a failover of the source. You can't combine it with a replication slot name.",
				note: 'Only without replicationSlotName',
			}),
			deleteOnMerge,
		}),
	},
});

function* slotRule({ settings }: JsonObject): Iterable<Issue> {
	if (!isJsonObject(settings)) return;
	if (textMember(settings, 'replicationSlotName') === undefined) return;
	if (settings.enableFailoverSlots === true) {
		const problem =
			"can't be on while a replication slot name is set. Turn it off, or remove the slot name.";
		yield { path: 'settings.enableFailoverSlots', text: problem };
	}
	// The neutral contract accepts a slot with every mode.
	if (!isAbsent(settings.replicationMode) && settings.replicationMode !== 'cdc_only') {
		const problem = 'is only used in cdc_only mode';
		yield { path: 'settings.replicationSlotName', ...sentHint(problem) };
	}
}
