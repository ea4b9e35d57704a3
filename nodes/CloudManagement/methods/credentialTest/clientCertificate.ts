import type { KeyObject } from 'crypto';
import { createPrivateKey, X509Certificate } from 'crypto';

import { pemBlocks } from '../../api/pem';

/** Returns what keeps a client certificate and its key, both PEM, from being read or from belonging together. */
export function clientCertificateIssues(certificate: string, privateKey: string): string[] {
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
