import { wordsOf } from '../engine/text';

/** The API's own fields of an alert: they aren't sent back. ClickStack, 4.3. */
export const ALERT_READ_ONLY = wordsOf(
	'id state teamId silenced executionErrors createdAt updatedAt',
);

/** How many channels an alert can have. */
export const MAX_CHANNELS = 10;
