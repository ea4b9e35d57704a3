import { callOf } from '../calls';
import type { Case } from '../grid';

/** Returns a number as the page writes it, with the given number of decimal places. */
export function numberText(value: number, digits = 0): string {
	return value.toLocaleString('en-US', {
		minimumFractionDigits: digits,
		maximumFractionDigits: digits,
	});
}

/** Returns the call and its connection, such as "1,000 × Service → Get, 20 ms, TLS". */
export function caseName({
	call,
	items,
	latencyMs = 0,
	tls = false,
}: Pick<Case, 'call' | 'items'> & Partial<Case>): string {
	return [
		`${numberText(items)} × ${callOf(call).title}`,
		...(latencyMs > 0 ? [`${String(latencyMs)} ms`] : []),
		...(tls ? ['TLS'] : []),
	].join(', ');
}
