/** Returns the n-th UUID (v4 in form) of a block; blocks keep the kinds of records apart. */
export function uuidOf(block: number, n: number): string {
	const head = block.toString(16).padStart(8, '0');
	return `${head}-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
}

/** The ids of the records that every emulator begins with. */
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
} as const;

export type EmulatorIds = Record<keyof typeof SEEDED_IDS, string>;

/** Hands out ids in order, so that a run can be repeated exactly. */
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
