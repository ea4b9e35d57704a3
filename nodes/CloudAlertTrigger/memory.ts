import { shortHash } from '../engine/crypto';
import { z } from 'zod';
import { setBounded } from '../engine/caching';
import { MS_PER_DAY, MS_PER_SECOND } from '../engine/time';

/**
 * Bounded, because n8n saves this with every delivery. With the longest values it stays below 48 kB, which leaves room
 * for the registration.
 */
const MAX_KEYS = 200;
const MAX_FIRINGS = 1000;

/** Eleven base64 characters are 66 bits, enough to tell a thousand alerts apart. */
const ID_LENGTH = 11;
const id = z.string().length(ID_LENGTH);

/** A firing alert sends adjacent windows. A gap of a whole window means that it recovered in between. */
const WINDOWS_TO_NEXT = 1.5;
/** A delivery without a window continues a firing for a day, which is an alert's longest interval. In seconds. */
const UNKNOWN_SPAN = MS_PER_DAY / MS_PER_SECOND;
const LONGEST_SPAN = UNKNOWN_SPAN * WINDOWS_TO_NEXT;
/**
 * A parallel call can bring back the firing that a recovery ended, so the recovery is remembered for this many seconds.
 */
const SLACK = 3600;

/**
 * `[end, span]` of a firing's last delivery, in seconds. The next ALERT continues the firing if it ends at most its own
 * span later. After a recovery, the span is 0. Windows end at whole seconds, so a fraction puts deliveries for the same
 * window in order.
 */
const firingSchema = z.tuple([z.number(), z.number()]);
type Firing = z.infer<typeof firingSchema>;
const NEXT_IN_WINDOW = 0.001;

/** Keys are the oldest first. Firings are alerts or groups of an alert. */
const memorySchema = z.object({
	keys: z.array(id).catch([]),
	firings: z.record(id, firingSchema).catch({}),
});
export type DeliveryMemory = z.infer<typeof memorySchema>;

/** Times are in milliseconds. */
export interface Delivery {
	key: string | undefined;
	eventId: string;
	event: 'fires' | 'other' | 'recovers';
	endTime: number;
	startTime: number | undefined;
}

/** A delivery is news unless it repeats another delivery or continues a firing. */
export function addDelivery(
	memory: DeliveryMemory,
	delivery: Delivery,
	oncePerFiring: boolean,
): { isNews: boolean; memory: DeliveryMemory } {
	const key = delivery.key === undefined ? undefined : shortHash(delivery.key, ID_LENGTH);
	if (key !== undefined && memory.keys.includes(key)) return { isNews: false, memory };
	const keys = key === undefined ? memory.keys : [...memory.keys, key].slice(-MAX_KEYS);
	const isTracked = oncePerFiring && delivery.eventId !== '' && delivery.event !== 'other';
	if (!isTracked) return { isNews: true, memory: { ...memory, keys } };
	const event = shortHash(delivery.eventId, ID_LENGTH);
	const last = memory.firings[event];
	const firing = firingOf(delivery, last);
	// A late delivery tells about a state that a newer delivery has replaced.
	if (!isNewer(firing, last)) return { isNews: false, memory: { ...memory, keys } };
	const firings = withFiring(memory.firings, event, firing);
	return { isNews: !continues(firing, last), memory: { keys, firings } };
}

function firingOf({ key, event, startTime, endTime }: Delivery, last: Firing | undefined): Firing {
	const end = Math.round(endTime / MS_PER_SECOND);
	const windowSeconds = startTime === undefined ? 0 : (endTime - startTime) / MS_PER_SECOND;
	const longSpan =
		windowSeconds > 0 ? Math.min(windowSeconds * WINDOWS_TO_NEXT, LONGEST_SPAN) : UNKNOWN_SPAN;
	const span = event === 'fires' ? Math.ceil(longSpan) : 0;
	// A recovery without a value has the window in which the next firing can start. Only a key tells it from a repeat.
	const isFiring = span > 0;
	const isOther = last !== undefined && last[1] > 0 !== isFiring;
	const isNext = key !== undefined && isOther && Math.floor(last[0]) === end;
	return [isNext ? last[0] + NEXT_IN_WINDOW : end, span];
}

/** Without a key, a recovery follows the ALERT of its window, and an ALERT repeats it. */
function isNewer([end, span]: Firing, last: Firing | undefined): boolean {
	return last === undefined || end > last[0] || (end === last[0] && span < last[1]);
}

/** ClickStack ends each firing once, so a second recovery follows an ALERT that was lost. */
function continues([end, span]: Firing, last: Firing | undefined): boolean {
	return span > 0 && last !== undefined && last[1] > 0 && end - last[0] <= span;
}

/**
 * If memory is full, a new alert isn't remembered and starts the workflow each time. Forgetting another alert would
 * restart all of them.
 */
function withFiring(
	firings: DeliveryMemory['firings'],
	event: string,
	firing: Firing,
): DeliveryMemory['firings'] {
	if (Object.hasOwn(firings, event)) return { ...firings, [event]: firing };
	const [now] = firing;
	const entries = Object.entries(firings);
	const recent = entries.filter(([, [end, span]]) => now - end <= span + SLACK);
	const isFull = recent.length >= MAX_FIRINGS;
	const remaining = isFull
		? entries.filter(([, [end, span]]) => span > 0 && now - end <= span)
		: recent;
	const otherFirings = remaining.length < entries.length ? Object.fromEntries(remaining) : firings;
	return remaining.length < MAX_FIRINGS ? { ...otherFirings, [event]: firing } : otherFirings;
}

/** Parallel calls get separate copies of n8n's static data, so this map merges them. */
const memories = new Map<string, DeliveryMemory>();

/** Adds stored deliveries to the node's memory, which parallel calls share, and returns all of it. */
export function addToMemory(node: string, stored: unknown): DeliveryMemory {
	const { keys, firings } = memorySchema.parse(stored);
	const knownMemory = memories.get(node) ?? { keys: [], firings: {} };
	const merged = new Map(Object.entries(knownMemory.firings));
	for (const [event, firing] of Object.entries(firings)) {
		const previous = merged.get(event);
		const hasRoom = previous !== undefined || merged.size < MAX_FIRINGS;
		if (hasRoom && isNewer(firing, previous)) merged.set(event, firing);
	}
	const memory = {
		keys: [...new Set([...knownMemory.keys, ...keys])].slice(-MAX_KEYS),
		firings: Object.fromEntries(merged),
	};
	setBounded(memories, node, memory);
	return memory;
}
