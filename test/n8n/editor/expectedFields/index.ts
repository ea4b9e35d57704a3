import type { PanelState } from '../panelState';
import { dashboardStates } from './dashboard';
import { kafkaStates } from './kafka';
import { kinesisStates } from './kinesis';
import { objectStorageStates } from './objectStorage';
import { operationStates } from './operations';
import { organizationStates } from './organization';
import { pipeGroupStates } from './pipeGroups';
import { pipeStates } from './pipes';
import { postgresStates } from './postgres';
import { serviceStates } from './services';

/**
 * What every panel must show, written by hand from the reference: a second opinion on the descriptions of the
 * nodes, which nothing here reads.
 */
export const panelStates: readonly PanelState[] = [
	...operationStates,
	...serviceStates,
	...organizationStates,
	...kafkaStates,
	...kinesisStates,
	...objectStorageStates,
	...postgresStates,
	...pipeGroupStates,
	...pipeStates,
	...dashboardStates,
];
