/** A ClickStack's data and features that differ from the default. */
export interface ClickStackOptions {
	/** How many events each source has, one every three seconds; by default, 300. */
	events?: number;
	/** When the newest event was, in ISO format; by default, three seconds before the emulator's start. */
	eventsUntil?: string;
	/**
	 * Alerts of 2.35 have one channel; only versions after 2.36 have a chart of their own, a display name, tags and an
	 * interval of 30 seconds. By default, the newest.
	 */
	version?: '2.35' | '2.36' | 'newer';
	/** Private hosts that webhooks may reach, as in `WEBHOOK_HOSTNAME_ALLOWLIST`. */
	webhookHosts?: readonly string[];
	/** How long it waits before a delivery is sent again; by default, one second, and then two. */
	retryMs?: readonly number[];
}
