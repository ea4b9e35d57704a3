const FIRST_DELAY_MS = 1000;
const LONGEST_DELAY_MS = 30_000;
/** The part of a delay that is left to chance. */
const JITTER = 0.5;

/**
 * Returns how long to wait after so many failures: twice as long each time, up to half a minute,
 * a quarter more or less as `random` (from 0 to 1) says.
 */
export function retryDelay(failures: number, random: number): number {
	const delay = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (failures - 1));
	return Math.round(delay * (1 + JITTER * (random - 0.5)));
}
