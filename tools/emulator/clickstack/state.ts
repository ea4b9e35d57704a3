import { Collection } from '../state/collection';
import { objectId } from './ids';
import type { ClickStackOptions } from './options';
import { type EventRow, eventRows } from './rows';
import * as seed from './seed';
import type { StoredDashboard, StoredRecord } from './seed';

/** ClickStack's stored records, which a test can read and change. */
export class ClickStackState {
	private newIds = 0;

	private rows: EventRow[] | undefined;

	/** A slow machine may ask for rows long after it has chosen its period. */
	private readonly startedAt = Date.now();

	readonly dashboards = new Collection<StoredDashboard>([seed.DASHBOARD]);

	readonly alerts = new Collection([seed.ALERT]);

	readonly sources = new Collection(seed.SOURCES);

	readonly savedSearches = new Collection(seed.SAVED_SEARCHES);

	readonly webhooks = new Collection(seed.WEBHOOKS);

	readonly connections = new Collection(seed.CONNECTIONS);

	readonly teamMembers = new Collection(seed.MEMBERS);

	readonly teamInvitations = new Collection<StoredRecord>(seed.INVITATIONS);

	readonly collections = new Map<string, Collection>([
		['dashboards', this.dashboards],
		['alerts', this.alerts],
		['sources', this.sources],
		['savedSearches', this.savedSearches],
		['webhooks', this.webhooks],
		['connections', this.connections],
		['teamMembers', this.teamMembers],
		['teamInvitations', this.teamInvitations],
	]);

	constructor(readonly options: ClickStackOptions = {}) {}

	/** The rows of every source, the newest first; a test may add some, or replace them all. */
	get events(): EventRow[] {
		this.rows ??= eventRows(this.options, this.startedAt);
		return this.rows;
	}

	set events(rows: EventRow[]) {
		this.rows = rows;
	}

	newId(): string {
		this.newIds += 1;
		return objectId(0xb0, this.newIds);
	}
}
