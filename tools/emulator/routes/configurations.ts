import { type JsonObject, objectAt } from '../../contract/json';
import type { Collection } from '../state/collection';
import { type Answer, badRequest, type Call, type Handler } from './answers';
import { withService } from './serviceRules';

const BACKUP_DEFAULTS: JsonObject = { backupPeriodInHours: 24, backupRetentionPeriodInHours: 24 };
const SNAPSHOT_DEFAULTS: JsonObject = { enabled: false, gap: 60, timeFrame: 2880 };
/** The periods with which a backup can start at a fixed hour. */
const DAYS: readonly unknown[] = [24, 48];

/** Returns a service's configuration, or the initial one; `id` is the service's. */
function stored(all: Collection<JsonObject>, id: string, defaults: JsonObject): JsonObject {
	return { ...defaults, ...all.get(id), id };
}

function shown(configuration: JsonObject): Answer {
	return { result: { ...configuration, id: undefined } };
}

/** Makes a handler for the backup configuration, which only a primary service has. */
function withBackups(act: (call: Call, current: JsonObject) => Answer): Handler {
	return withService((call, { id, isPrimary }) =>
		isPrimary === false
			? badRequest('only primary services have a backup configuration')
			: act(call, stored(call.state.backupConfigurations, id, BACKUP_DEFAULTS)),
	);
}

export const getBackupConfiguration = withBackups((_call, current) => shown(current));

export const updateBackupConfiguration = withBackups(({ state, body }, current) => {
	const reset = Object.keys(body).filter((name) => body[name] === null);
	const defaults = Object.fromEntries(reset.map((name) => [name, BACKUP_DEFAULTS[name]]));
	const updated: JsonObject = { ...current, ...body, ...defaults };
	const hasHour = typeof updated['backupStartTime'] === 'string';
	if (hasHour && !DAYS.includes(updated['backupPeriodInHours'])) {
		if ('backupPeriodInHours' in body) {
			return badRequest('backups at a fixed hour need a period of 24 or 48 hours');
		}
		// A fixed hour alone makes the backups daily.
		updated['backupPeriodInHours'] = BACKUP_DEFAULTS['backupPeriodInHours'];
	}
	state.backupConfigurations.set(updated);
	return shown(updated);
});

/** Makes a handler for the snapshot configuration. */
function withSnapshots(act: (call: Call, current: JsonObject) => Answer): Handler {
	return withService((call, { id }) =>
		act(call, stored(call.state.snapshotConfigurations, id, SNAPSHOT_DEFAULTS)),
	);
}

export const getSnapshotConfiguration = withSnapshots((_call, current) => shown(current));

export const updateSnapshotConfiguration = withSnapshots(({ state, body }, current) => {
	const organization = state.organizations.get(state.organizationId);
	if (objectAt(organization, 'capabilities')['snapshots'] !== true) {
		return { status: 403, message: 'FORBIDDEN: the organization has no snapshots' };
	}
	const updated = { ...current, ...body };
	state.snapshotConfigurations.set(updated);
	return shown(updated);
});
