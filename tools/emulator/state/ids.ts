/** The n-th UUID (formally v4) of a block. Each kind of record has its own block. */
export function uuidOf(block: number, n: number): string {
	const head = block.toString(16).padStart(8, '0');
	return `${head}-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
}

/** Every emulator starts with records that have these IDs. */
export const SEEDED_IDS = {
	organizationId: uuidOf(0x10, 1),
	serviceId: uuidOf(0x20, 1),
	kafkaPipeId: uuidOf(0x30, 1),
	objectStoragePipeId: uuidOf(0x30, 2),
	kinesisPipeId: uuidOf(0x30, 3),
	postgresPipeId: uuidOf(0x30, 4),
	stoppedPipeId: uuidOf(0x30, 5),
	failedPipeId: uuidOf(0x30, 6),
	backupId: uuidOf(0x40, 1),
	activityId: 'activity-1',
	reversePrivateEndpointId: 'rpe-1',
	userId: 'user-1',
	dashboardId: 'dashboard-1',
	tileId: 'tile-1',
	secondTileId: 'tile-2',
	// Only ClickHouse Cloud has records with these IDs.
	/** Tests can start with `idleService`, which has this ID. */
	idleServiceId: uuidOf(0x20, 0xff),
	mysqlPipeId: uuidOf(0x30, 7),
	mongodbPipeId: uuidOf(0x30, 8),
	bigqueryPipeId: uuidOf(0x30, 9),
	pubsubPipeId: uuidOf(0x30, 10),
	snapshotId: uuidOf(0x41, 1),
	invitationId: uuidOf(0x50, 0x100),
	roleId: uuidOf(0x70, 1),
	customRoleId: uuidOf(0x70, 2),
	apiKeyId: uuidOf(0x80, 1),
	byocInfrastructureId: uuidOf(0x160, 1),
	queryEndpointId: uuidOf(0x140, 1),
	savedQueryId: uuidOf(0x150, 1),
} as const;

/** IDs in ClickHouse Cloud, where every ID except an activity's is a UUID. */
export const CLOUD_IDS = {
	...SEEDED_IDS,
	activityId: 'activity-00000000001',
	reversePrivateEndpointId: uuidOf(0x90, 1),
	userId: uuidOf(0xa0, 1),
};

export type EmulatorIds = Record<keyof typeof SEEDED_IDS, string>;

/** IDs are assigned in order, so that runs are repeatable. */
export class IdSource {
	private readonly counts = new Map<string, number>();

	private next(kind: string): number {
		const count = (this.counts.get(kind) ?? 0) + 1;
		this.counts.set(kind, count);
		return count;
	}

	uuid(block: number): string {
		return uuidOf(block, this.next(`uuid ${String(block)}`));
	}

	named(prefix: string): string {
		return `${prefix}-${String(this.next(prefix))}`;
	}
}
