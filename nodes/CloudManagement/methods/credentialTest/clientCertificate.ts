import type { KeyObject } from 'crypto';
import { createPrivateKey, X509Certificate } from 'crypto';

import { pemBlocks } from '../../api/pem';
import type { ValidationIssue } from '../../../core/operation';
import { PIPE_SOURCE_MEMBER_NAMES } from '../../api/credentialMembers';

/** Returns what keeps a client certificate and its key, both PEM, from being read or from belonging together. */
export function clientCertificateIssues(
	certificate: string,
	privateKey: string,
): ValidationIssue[] {
	const certificates = pemBlocks(certificate);
	const leaf = certificates[0];
	const key = readKey(privateKey);
	const issues: ValidationIssue[] = [];
	if (leaf === undefined || !certificates.every((block) => readCertificate(block) !== undefined)) {
		issues.push({
			field: PIPE_SOURCE_MEMBER_NAMES.certificate,
			message:
				'is not a readable PEM certificate. Paste it whole, from -----BEGIN CERTIFICATE----- to -----END CERTIFICATE-----.',
		});
	}
	if (typeof key === 'string')
		issues.push({ field: PIPE_SOURCE_MEMBER_NAMES.privateKey, message: key });
	if (issues.length > 0 || leaf === undefined || typeof key === 'string') return issues;
	if (readCertificate(leaf)?.checkPrivateKey(key) === true) return [];
	return [
		{
			field: PIPE_SOURCE_MEMBER_NAMES.privateKey,
			message:
				'does not belong to Certificate. Paste the key that the certificate was made for, and put the client certificate before its chain.',
		},
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
		return 'is protected by a passphrase, which the API cannot ask for. Paste it decrypted.';
	}
	try {
		return createPrivateKey(pemBlocks(text).find((block) => block.includes('PRIVATE KEY')) ?? '');
	} catch {
		return 'is not a readable PEM key. Paste it whole, from -----BEGIN PRIVATE KEY----- to -----END PRIVATE KEY-----.';
	}
}
