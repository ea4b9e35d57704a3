import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { clientCertificateIssues } from './clientCertificate';
import { connectionStringProblem } from './connectionString';
import type { PipeSourceMember } from '../../api/credentialMembers';
import {
	PIPE_SOURCE_MEMBER_NAMES,
	PIPE_SOURCE_METHODS,
	REGISTRY_LOGIN_MEMBERS,
} from '../../api/credentialMembers';

/**
 * n8n's test of a `cloudPipeSourceApi` credential: what can be checked without the source.
 * Each failure names its field.
 */
export async function cloudPipeSourceApiTest(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const issues = pipeSourceIssues(credential.data ?? {});
	if (issues.length === 0) {
		return await Promise.resolve({
			status: 'OK',
			message: 'The secrets are complete and well formed. The source itself was not contacted.',
		});
	}
	return await Promise.resolve({
		status: 'Error',
		message: issues.join(' '),
	});
}

/** Returns what is wrong with the decrypted data of a `cloudPipeSourceApi` credential, as far as the source is not needed to tell. */
export function pipeSourceIssues(credential: Readonly<Record<string, unknown>>): string[] {
	const method = text(credential, 'method');
	const needed = PIPE_SOURCE_METHODS.get(method);
	if (needed === undefined) return ["Method isn't in the list. Choose one again."];
	const missing = needed.filter((member) => text(credential, member).trim() === '');
	const issues = missing.length > 0 ? missing.map(emptyMember) : contentIssues(method, credential);
	return method === 'schemaRegistryOnly' ? issues : [...issues, ...registryIssues(credential)];
}

function contentIssues(method: string, credential: Readonly<Record<string, unknown>>): string[] {
	if (method === 'clientCertificate') {
		return clientCertificateIssues(text(credential, 'certificate'), text(credential, 'privateKey'));
	}
	if (method !== 'connectionString') return [];
	const message = connectionStringProblem(text(credential, 'connectionString'));
	return message === undefined ? [] : [`${PIPE_SOURCE_MEMBER_NAMES.connectionString} ${message}`];
}

/** The registry's login is optional, but needs both fields. */
function registryIssues(credential: Readonly<Record<string, unknown>>): string[] {
	const empty = REGISTRY_LOGIN_MEMBERS.filter((member) => text(credential, member).trim() === '');
	return empty.length === 1 ? empty.map(emptyMember) : [];
}

function emptyMember(member: PipeSourceMember): string {
	return `${PIPE_SOURCE_MEMBER_NAMES[member]} is empty. Enter it in the credential.`;
}

function text(credential: Readonly<Record<string, unknown>>, member: PipeSourceMember): string {
	const value = credential[member];
	return typeof value === 'string' ? value : '';
}
