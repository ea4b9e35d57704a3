/** Makes ObjectIds, as ClickStack does. Each kind of record has its own `block`. */
export function objectId(block: number, n: number): string {
	return `${block.toString(16).padStart(8, '0')}${n.toString(16).padStart(16, '0')}`;
}

/** ClickStack starts with records that have these IDs. */
export const CLICKSTACK_IDS = {
	teamId: objectId(0xa0, 1),
	dashboardId: objectId(0xa1, 1),
	tileId: objectId(0xa2, 1),
	secondTileId: objectId(0xa2, 2),
	sourceId: objectId(0xa3, 1),
	traceSourceId: objectId(0xa3, 2),
	connectionId: objectId(0xa4, 1),
	savedSearchId: objectId(0xa5, 1),
	webhookId: objectId(0xa6, 1),
	secondWebhookId: objectId(0xa6, 2),
	alertId: objectId(0xa7, 1),
	/** The access token in the emulator's credentials belongs to this member. */
	ownTeamMemberId: objectId(0xa8, 1),
	teamMemberId: objectId(0xa8, 2),
	teamInvitationId: objectId(0xa9, 1),
	predefinedRoleId: objectId(0xaa, 1),
	clickStackRoleId: objectId(0xaa, 2),
} as const;
