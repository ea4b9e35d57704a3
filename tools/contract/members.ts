import { type Api, documentOf } from './documents';
import { isJsonObject } from './json';
import { operationsOf } from './operations';
import { factsOf } from './vendor/schemas';

/**
 * Lists every key of every request body of an API, sorted, each as `METHOD template key`: `POST
 * /v1/organizations/{organizationId}/services/{serviceId}/pipes source.kafka.offset.timestamp`. Objects are listed as
 * well as their keys; the elements of an array are written `[]`, as in `destination.columns[].name`. `bodyMembers`
 * lists an actual body's keys in the same form.
 */
export function requestBodyMembers(api: Api): string[] {
	const listed = operationsOf(api).flatMap(({ method, template, bodySchema }) =>
		factsOf(documentOf(api), bodySchema, 'body').flatMap((fact) => {
			const key = /^body\.(.+) member$/.exec(fact)?.[1];
			return key === undefined ? [] : [`${method} ${template} ${key}`];
		}),
	);
	return [...new Set(listed)].sort();
}

function walk(value: unknown, prefix: string, found: Set<string>): void {
	if (Array.isArray(value)) {
		for (const element of value) walk(element, `${prefix}[]`, found);
		return;
	}
	if (!isJsonObject(value)) return;
	for (const [name, member] of Object.entries(value)) {
		const path = prefix === '' ? name : `${prefix}.${name}`;
		found.add(path);
		walk(member, path, found);
	}
}

/** Lists an actual body's keys, in the form of `requestBodyMembers` but bare. */
export function bodyMembers(body: unknown): string[] {
	const found = new Set<string>();
	walk(body, '', found);
	return [...found].sort();
}
