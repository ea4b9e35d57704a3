import type { KeyObject } from 'crypto';
import { createPrivateKey, X509Certificate } from 'crypto';
import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { pemBlocks } from '../resources/pipe/secrets';
import type { PipeSourceMember } from '../resources/pipe/sources/authentication';
import {
	PIPE_SOURCE_MEMBER_NAMES,
	PIPE_SOURCE_METHODS,
	REGISTRY_LOGIN_MEMBERS,
} from '../resources/pipe/sources/authentication';

/**
 * Returns what an Azure connection string, of a storage account or of an Event Hub, lacks to contain an account and a key.
 * The text follows the field's name in a sentence. Returns undefined if nothing is missing.
 */
function connectionStringProblem(text: string): string | undefined {
	const parts = partsOf(text);
	if (parts.has('endpoint') || parts.has('sharedaccesskeyname') || parts.has('sharedaccesskey')) {
		return eventHubProblem(parts);
	}
	if (!parts.has('accountname') && !parts.has('blobendpoint')) {
		return 'contains no account: AccountName=… is missing. Copy all of it from the access keys of the storage account.';
	}
	if (parts.has('sharedaccesssignature')) return undefined;
	if (!parts.has('accountkey')) {
		return 'contains no key: AccountKey=… is missing. Copy all of it from the access keys of the storage account.';
	}
	if (parts.has('accountname')) return undefined;
	return 'contains no account: AccountName=… is required with AccountKey=…. Copy all of it from the access keys of the storage account.';
}

function eventHubProblem(parts: ReadonlyMap<string, string>): string | undefined {
	if (!/^sb:\/\/[^/]/i.test(parts.get('endpoint') ?? '')) {
		return 'contains no namespace: Endpoint=sb://… is missing. Copy all of it from the shared access policies of the Event Hub.';
	}
	if (!parts.has('sharedaccesskeyname')) {
		return 'contains no account: SharedAccessKeyName=… is missing. Copy all of it from the shared access policies of the Event Hub.';
	}
	if (!parts.has('sharedaccesskey')) {
		return 'contains no key: SharedAccessKey=… is missing. Copy all of it from the shared access policies of the Event Hub.';
	}
	return undefined;
}

/** The parts that have a value, by lower-case name; a value may contain "=". */
function partsOf(text: string): Map<string, string> {
	const parts = new Map<string, string>();
	for (const part of text.split(';')) {
		const at = part.indexOf('=');
		const value = part.slice(at + 1).trim();
		if (at > 0 && value !== '') parts.set(part.slice(0, at).trim().toLowerCase(), value);
	}
	return parts;
}

/** Returns what keeps a client certificate and its key, both PEM, from being read or from belonging together. */
function clientCertificateIssues(certificate: string, privateKey: string): string[] {
	const certificates = pemBlocks(certificate);
	const leaf = certificates[0];
	const key = readKey(privateKey);
	const issues: string[] = [];
	if (leaf === undefined || !certificates.every((block) => readCertificate(block) !== undefined)) {
		issues.push(
			"Certificate isn't a readable PEM certificate. Paste all of it, from -----BEGIN CERTIFICATE----- to -----END CERTIFICATE-----.",
		);
	}
	if (typeof key === 'string') issues.push(key);
	if (issues.length > 0 || leaf === undefined || typeof key === 'string') return issues;
	if (readCertificate(leaf)?.checkPrivateKey(key) === true) return [];
	return [
		"Private Key doesn't match Certificate. Paste the key that the certificate was made for, and put the client certificate before its chain.",
	];
}

function readCertificate(block: string): X509Certificate | undefined {
	try {
		return new X509Certificate(block);
	} catch {
		return undefined;
	}
}

function readKey(text: string): KeyObject | string {
	if (/ENCRYPTED/.test(text)) {
		return "Private Key is protected by a passphrase, which the API can't ask for. Paste the decrypted key.";
	}
	try {
		return createPrivateKey(pemBlocks(text).find((block) => block.includes('PRIVATE KEY')) ?? '');
	} catch {
		return "Private Key isn't a readable PEM key. Paste all of it, from -----BEGIN PRIVATE KEY----- to -----END PRIVATE KEY-----.";
	}
}

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
