import type { JsonObject } from '../../../core/json';
import { isJsonObject } from '../../../core/json';
import type { ValidationIssue } from '../../../core/operation';

/** Returns the value of a member, or undefined where it is absent, empty or not text. */
export function textMember(object: JsonObject, name: string): string | undefined {
	const value = object[name];
	return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** Returns an object member, or undefined where it is absent or not an object. */
export function objectMember(object: JsonObject, name: string): JsonObject | undefined {
	const value = object[name];
	return isJsonObject(value) ? value : undefined;
}

/** Returns whether a member is left out. In JSON, null says so too. */
export function isAbsent(value: unknown): boolean {
	return value === undefined || value === null;
}

/** Returns an issue for each named text member that is absent or empty. `because` ends the sentence "is needed …". */
export function requiredIssues(
	object: JsonObject,
	names: readonly string[],
	because: string,
): ValidationIssue[] {
	return names
		.filter((name) => textMember(object, name) === undefined)
		.map((path) => ({ path, code: 'needed', because }));
}

/** What the schemas say of a discriminating member, which they leave to the API. Reference, "Create pipe". */
export const DISCRIMINATOR = 'Give it: without it, the API decides';

/** Returns an issue for each discriminating member that is absent, by its path; none where its object is. */
export function missingDiscriminators(
	object: JsonObject,
	paths: readonly string[],
): ValidationIssue[] {
	return paths
		.filter((path) => {
			const dot = path.indexOf('.');
			if (dot < 0) return isAbsent(object[path]);
			const owner = objectMember(object, path.slice(0, dot));
			return owner !== undefined && isAbsent(owner[path.slice(dot + 1)]);
		})
		.map((path) => ({ path, code: 'empty' }));
}

/** Puts the issues of an inner object at its path in the outer one. */
export function within(path: string, issues: readonly ValidationIssue[]): ValidationIssue[] {
	return issues.map((issue) => ({
		...issue,
		path: issue.path === '' ? path : `${path}.${issue.path}`,
	}));
}
