import type { KeyObject } from 'crypto';
import { createPrivateKey, X509Certificate } from 'crypto';

import { pemBlocks } from '../../../core/credentials/pem';
import type { PipeSourceFault } from './pipeSource';

/** Whether a client certificate and its key, both PEM, can be read and belong together; gives the faults. */
export function clientCertificateFaults(
	certificate: string,
	privateKey: string,
): PipeSourceFault[] {
	const certificates = pemBlocks(certificate);
	const leaf = certificates[0];
	const key = readKey(privateKey);
	const faults: PipeSourceFault[] = [];
	if (leaf === undefined || !certificates.every((block) => readCertificate(block) !== undefined)) {
		faults.push({
			member: 'certificate',
			message:
				'Certificate is not a readable PEM certificate. Paste it whole, from -----BEGIN CERTIFICATE----- to -----END CERTIFICATE-----.',
		});
	}
	if (typeof key === 'string') faults.push({ member: 'privateKey', message: key });
	if (faults.length > 0 || leaf === undefined || typeof key === 'string') return faults;
	if (readCertificate(leaf)?.checkPrivateKey(key) === true) return [];
	return [
		{
			member: 'privateKey',
			message:
				'Private Key does not belong to Certificate. Paste the key that the certificate was made for, and put the client certificate before its chain.',
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
		return 'Private Key is protected by a passphrase, which the service cannot ask for. Paste it decrypted.';
	}
	try {
		return createPrivateKey(pemBlocks(text).find((block) => block.includes('PRIVATE KEY')) ?? '');
	} catch {
		return 'Private Key is not a readable PEM key. Paste it whole, from -----BEGIN PRIVATE KEY----- to -----END PRIVATE KEY-----.';
	}
}
