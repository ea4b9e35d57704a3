import { Collection } from '../state/collection';
import { type EventRow, eventRows } from './events';
import { objectId } from './ids';
import * as seed from './seed';

export interface ClickStackOptions {
	/** Each source has this many events, with three seconds between them. Defaults to 300. */
	events?: number;
	/** ISO time of the newest event. Defaults to three seconds before the emulator's start. */
	eventsUntil?: string;
	/** Behaves as before version 2.36: a single channel, and no own chart, display name, or tags. */
	isOld?: boolean;
	/** Webhooks may reach these private hosts, as in `WEBHOOK_HOSTNAME_ALLOWLIST`. */
	webhookHosts?: readonly string[];
}

/** Tests can read and change the stored records. */
export class ClickStackState {
	private newIds = 0;

	private rows: EventRow[] | undefined;

	/** The start is fixed, because a slow machine may ask for rows long after it has chosen a period. */
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

	/** Each source has the same rows, the newest first. */
	get events(): EventRow[] {
		this.rows ??= eventRows(this.options, this.startedAt);
		return this.rows;
	}

	newId(): string {
		this.newIds += 1;
		return objectId(0xb0, this.newIds);
	}
}
