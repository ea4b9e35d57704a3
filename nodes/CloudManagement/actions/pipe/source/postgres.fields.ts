import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { optionsOf } from '../../../../core/parameters/selectors';
import {
	POSTGRES_DEFAULT_PORT,
	POSTGRES_PORT,
	POSTGRES_REPLICATION_MODES,
} from '../../../api/pipe/postgres';
import { postgresSettingsField } from './postgresSettings.field';
import { postgresTableMappingsField } from './postgresTableMappings.field';

const MODE_NAMES = {
	cdc: 'Initial Load and Change Data Capture',
	cdc_only: 'Change Data Capture Only',
	snapshot: 'Initial Load Only',
};

/** The fields of a Postgres source. Reference, "`postgres` member". */
export const postgresFields: INodeProperties[] = [
	{
		displayName: 'Host',
		name: 'postgresHost',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. db.example.com',
	},
	{
		displayName: 'Port',
		name: 'postgresPort',
		type: 'number',
		required: true,
		typeOptions: {
			minValue: POSTGRES_PORT.min,
			maxValue: POSTGRES_PORT.max,
			numberPrecision: 0,
		},
		default: POSTGRES_DEFAULT_PORT,
	},
	{
		displayName: 'Database',
		name: 'postgresDatabase',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. shop',
		description: 'The database to replicate from',
	},
	{
		displayName: 'Replication Mode',
		name: 'postgresSettingsReplicationMode',
		type: 'options',
		options: optionsOf(POSTGRES_REPLICATION_MODES, MODE_NAMES),
		default: 'cdc',
		description: 'Whether to load what is there, to follow changes, or both',
	},
	...updateDisplayOptions({ show: { postgresSettingsReplicationMode: ['cdc_only'] } }, [
		{
			displayName: 'Replication Slot Name',
			name: 'postgresSettingsReplicationSlotName',
			type: 'string',
			default: '',
			placeholder: 'e.g. warehouse_slot',
			description: 'An existing slot to follow. Cannot be combined with failover slots.',
		},
	]),
	postgresTableMappingsField,
	postgresSettingsField,
];
