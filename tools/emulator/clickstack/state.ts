import { Collection } from '../state/collection';
import { type EventRow, eventRows } from './events';
import { objectId } from './ids';
import * as seed from './seed';

/** A ClickStack's data and features that differ from the default. */
export interface ClickStackOptions {
	/** How many events each source has, one every three seconds; by default, 300. */
	events?: number;
	/** When the newest event was, in ISO format; by default, three seconds before the emulator's start. */
	eventsUntil?: string;
	/** Whether an alert has only one channel, and no chart of its own, display name or tags, as before version 2.36. */
	isOld?: boolean;
	/** Private hosts that webhooks may reach, as in `WEBHOOK_HOSTNAME_ALLOWLIST`. */
	webhookHosts?: readonly string[];
}

/** ClickStack's stored records, which a test can read and change. */
export class ClickStackState {
	private newIds = 0;

	private rows: EventRow[] | undefined;

	/** A slow machine may ask for rows long after it has chosen its period. */
	private readonly startedAt = Date.now();

	readonly dashboards = new Collection([seed.DASHBOARD]);

	readonly alerts = new Collection([seed.ALERT]);

	readonly sources = new Collection(seed.SOURCES);

	readonly savedSearches = new Collection(seed.SAVED_SEARCHES);

	readonly webhooks = new Collection(seed.WEBHOOKS);

	readonly connections = new Collection(seed.CONNECTIONS);

	readonly teamInvitations = new Collection(seed.INVITATIONS);

	readonly collections = new Map<string, Collection>(
		Object.entries({
			dashboards: this.dashboards,
			alerts: this.alerts,
			sources: this.sources,
			savedSearches: this.savedSearches,
			webhooks: this.webhooks,
			connections: this.connections,
			teamMembers: new Collection(seed.MEMBERS),
			teamInvitations: this.teamInvitations,
			clickStackRoles: new Collection(seed.ROLES),
		}),
	);

	constructor(readonly options: ClickStackOptions = {}) {}

	/** The rows of every source, the newest first. */
	get events(): EventRow[] {
		this.rows ??= eventRows(this.options, this.startedAt);
		return this.rows;
	}

	newId(): string {
		this.newIds += 1;
		return objectId(0xb0, this.newIds);
	}
}
