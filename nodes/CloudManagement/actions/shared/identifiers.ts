import type { INodeProperties } from 'n8n-workflow';

import { idLocator } from '../../../core/parameters/locator';
import type { JsonObject } from '../../../core/json';
import { collection, optional } from '../../../core/parameters/values';
import type { ValidationIssue, Parameters } from '../../../core/operation';
import type { PathSegment } from '../../../core/validation/pathSegment';
import { pathSegment, uuidSegment } from '../../../core/validation/pathSegment';

const UUID_EXAMPLE = 'e.g. 3f0c9a52-7b1d-4e8a-9c64-2d5e8f7a1b90';

/** The option for another organization than the credential's. */
export const organizationIdField: INodeProperties = {
	displayName: 'Organization ID',
	name: 'organizationId',
	type: 'string',
	default: '',
	placeholder: UUID_EXAMPLE,
	description: 'The organization to act in. Leave empty to use the one in the credential.',
};

export const serviceIdField: INodeProperties = {
	displayName: 'Service ID',
	name: 'serviceId',
	...idLocator('searchServices', UUID_EXAMPLE),
	required: true,
	description:
		'The ID of the service, as its page in the console shows it. The list holds the services seen in activities of the organization.',
};

export const pipeIdField: INodeProperties = {
	displayName: 'Pipe ID',
	name: 'pipeId',
	type: 'string',
	required: true,
	default: '',
	placeholder: UUID_EXAMPLE,
	description: 'The ID of the pipe, as Pipe → Create outputs it',
};

/** Returns the organization of an item as a segment of the path: its own, or else the credential's. */
export function organizationSegment(
	parameters: Parameters,
	credential: Readonly<JsonObject>,
): PathSegment {
	const own = optional(collection(parameters.options).organizationId);
	return own === undefined
		? uuidSegment('Organization ID in the credential', credential.organizationId)
		: uuidSegment(organizationIdField.displayName, own);
}

/** Returns the start of every path, which names the organization, and the issues with it. */
export function organizationPath(
	parameters: Parameters,
	credential: Readonly<JsonObject>,
): { path: string; issues: ValidationIssue[] } {
	const { segment, issues } = organizationSegment(parameters, credential);
	return { path: `/v1/organizations/${segment}`, issues };
}

/** Returns the start of a path within a service, and the issues with it. */
export function servicePath(
	parameters: Parameters,
	credential: Readonly<JsonObject>,
): { path: string; issues: ValidationIssue[] } {
	const organization = organizationPath(parameters, credential);
	const service = uuidSegment(serviceIdField.displayName, parameters.serviceId);
	return {
		path: `${organization.path}/services/${service.segment}`,
		issues: [...organization.issues, ...service.issues],
	};
}

/** Appends segments to a path; a `PathSegment` brings its issues along. */
export function under(
	parent: { path: string; issues: ValidationIssue[] },
	...parts: ReadonlyArray<string | PathSegment>
): { path: string; issues: ValidationIssue[] } {
	return parts.reduce<{ path: string; issues: ValidationIssue[] }>((path, part) => {
		const { segment, issues } = typeof part === 'string' ? { segment: part, issues: [] } : part;
		return { path: `${path.path}/${segment}`, issues: [...path.issues, ...issues] };
	}, parent);
}

export { pathSegment, uuidSegment };
