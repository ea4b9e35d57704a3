import { type Api, documentOf } from './documents';
import { isJsonObject } from './json';
import { operationsOf } from './operations';
import { factsOf } from './vendor/schemas';

/**
 * Lists every key in an API's request bodies, sorted, as `METHOD template key`: `POST
 * /v1/organizations/{organizationId}/services/{serviceId}/pipes source.kafka.offset.timestamp`. Objects are listed
 * besides their keys, and array elements are written `[]`, as in `destination.columns[].name`. `bodyMembers` lists an
 * actual body's keys in this form.
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

/** Lists an actual body's keys like `requestBodyMembers`, without method and template. */
export function bodyMembers(value: unknown, prefix = ''): string[] {
	if (Array.isArray(value)) return value.flatMap((element) => bodyMembers(element, `${prefix}[]`));
	if (!isJsonObject(value)) return [];
	return Object.entries(value).flatMap(([name, member]) => {
		const path = prefix === '' ? name : `${prefix}.${name}`;
		return [path, ...bodyMembers(member, path)];
	});
}
