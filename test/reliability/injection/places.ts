import type { RequestIdentity } from '../../../nodes/engine/operation';
import type { LoggedRequest } from '../../../tools/emulator';

/** A request's contents, by place: method, host, each header, each segment of its path, each value of its body. */
type Places = ReadonlyMap<string, unknown>;

/** Follows from the body alone. */
const CONTENT_LENGTH = 'content-length';

/** A request as it is planned, or as it arrived. */
type Contents = RequestIdentity & Partial<Pick<LoggedRequest, 'headers' | 'rawBody'>>;

export function placesOf({ method, url, body, headers = {}, rawBody }: Contents): Places {
	const places = new Map<string, unknown>([
		['method', method],
		['has body', rawBody === undefined ? body !== undefined : rawBody !== ''],
	]);
	for (const [name, value] of Object.entries(headers)) {
		if (name !== CONTENT_LENGTH) places.set(`header ${name}`, value);
	}
	for (const [index, segment] of url.split('/').entries()) {
		places.set(`path ${String(index)}`, segment);
	}
	addValues(places, 'body', body);
	return places;
}

function addValues(places: Map<string, unknown>, place: string, value: unknown): void {
	if (typeof value !== 'object' || value === null) {
		places.set(place, value);
		return;
	}
	// Text fields may contain lists, of any number of elements.
	if (Array.isArray(value) && value.every((element) => typeof element === 'string')) {
		places.set(place, value.join(','));
		return;
	}
	for (const [name, content] of Object.entries(value)) {
		addValues(places, `${place}.${name}`, content);
	}
}

/** The places at which two requests differ. */
export function differences(one: Places, other: Places): string[] {
	return [...new Set([...one.keys(), ...other.keys()])].filter(
		(place) => one.get(place) !== other.get(place),
	);
}
