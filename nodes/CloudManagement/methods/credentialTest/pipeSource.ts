import { clientCertificateFaults } from './clientCertificate';
import { connectionStringFault } from './connectionString';
import type { PipeSourceMember } from '../../api/pipe/credentialMembers';
import {
	ACCESS_KEY_MEMBERS,
	CLIENT_CERTIFICATE_MEMBERS,
	CONNECTION_STRING_MEMBERS,
	LOGIN_MEMBERS,
	PIPE_SOURCE_MEMBER_NAMES,
	REGISTRY_LOGIN_MEMBERS,
} from '../../api/pipe/credentialMembers';

/** One fault in a pipe source credential: the member, and a whole sentence that names it as the form does. */
export interface PipeSourceFault {
	member: PipeSourceMember;
	message: string;
}

/** The members that each method needs. */
export const PIPE_SOURCE_METHODS: ReadonlyMap<string, readonly PipeSourceMember[]> = new Map<
	string,
	readonly PipeSourceMember[]
>([
	['accessKey', ACCESS_KEY_MEMBERS],
	['clientCertificate', CLIENT_CERTIFICATE_MEMBERS],
	['connectionString', CONNECTION_STRING_MEMBERS],
	['schemaRegistryOnly', REGISTRY_LOGIN_MEMBERS],
	['usernamePassword', LOGIN_MEMBERS],
]);

/**
 * Takes the decrypted data of a `cloudPipeSourceApi` credential.
 * Gives what is wrong with it as far as that shows without the source; nothing wrong gives an empty list.
 */
export function pipeSourceFaults(credential: Readonly<Record<string, unknown>>): PipeSourceFault[] {
	const method = text(credential, 'method');
	const needed = PIPE_SOURCE_METHODS.get(method);
	if (needed === undefined) {
		return [{ member: 'method', message: 'Method is not one of the list. Choose it again.' }];
	}
	const missing = needed.filter((member) => text(credential, member).trim() === '');
	const faults = missing.length > 0 ? missing.map(emptyMember) : contentFaults(method, credential);
	return method === 'schemaRegistryOnly' ? faults : [...faults, ...registryFaults(credential)];
}

function contentFaults(
	method: string,
	credential: Readonly<Record<string, unknown>>,
): PipeSourceFault[] {
	if (method === 'clientCertificate') {
		return clientCertificateFaults(text(credential, 'certificate'), text(credential, 'privateKey'));
	}
	if (method !== 'connectionString') return [];
	const message = connectionStringFault(text(credential, 'connectionString'));
	return message === undefined ? [] : [{ member: 'connectionString', message }];
}

/** The registry's login is optional, but half of one is a slip. */
function registryFaults(credential: Readonly<Record<string, unknown>>): PipeSourceFault[] {
	const empty = REGISTRY_LOGIN_MEMBERS.filter((member) => text(credential, member).trim() === '');
	return empty.length === 1 ? empty.map(emptyMember) : [];
}

function emptyMember(member: PipeSourceMember): PipeSourceFault {
	return {
		member,
		message: `${PIPE_SOURCE_MEMBER_NAMES[member]} is empty. Enter it in the credential.`,
	};
}

function text(credential: Readonly<Record<string, unknown>>, member: PipeSourceMember): string {
	const value = credential[member];
	return typeof value === 'string' ? value : '';
}
