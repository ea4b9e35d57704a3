import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A certificate and its private key, both in PEM. */
export interface TlsIdentity {
	cert: string;
	key: string;
}

interface CertificateOptions {
	/** The name or IPv4 address that it is issued to; by default 127.0.0.1. */
	host?: string;
	/** By default, from yesterday until a year from now. */
	validFrom?: Date;
	validTo?: Date;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const SEQUENCE = 0x30;
const SET = 0x31;
const COMMON_NAME = [0x55, 0x04, 0x03];
const ALTERNATIVE_NAME = [0x55, 0x1d, 0x11];
const ECDSA_WITH_SHA256 = [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02];

/** Returns a DER value: its tag, its length and its content. */
function der(tag: number, ...content: Array<Buffer | readonly number[]>): Buffer {
	const bytes = Buffer.concat(content.map((part) => Buffer.from(part)));
	const { length } = bytes;
	if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), bytes]);
	return Buffer.concat([Buffer.from([tag, 0x82, length >> 8, length & 0xff]), bytes]);
}

function objectId(bytes: readonly number[]): Buffer {
	return der(0x06, bytes);
}

/** Writes a time with two digits for its year, which covers 1950 to 2049. */
function utcTime(date: Date): Buffer {
	const digits = date.toISOString().replace(/\D/g, '').slice(2, 14);
	return der(0x17, Buffer.from(`${digits}Z`));
}

function nameOf(host: string): Buffer {
	const attribute = der(SEQUENCE, objectId(COMMON_NAME), der(0x0c, Buffer.from(host)));
	return der(SEQUENCE, der(SET, attribute));
}

function alternativeNameOf(host: string): Buffer {
	const isAddress = /^\d+(\.\d+){3}$/.test(host);
	const name = isAddress ? der(0x87, host.split('.').map(Number)) : der(0x82, Buffer.from(host));
	return der(SEQUENCE, objectId(ALTERNATIVE_NAME), der(0x04, der(SEQUENCE, name)));
}

/** Makes a self-signed certificate (X.509 version 3, ECDSA), without any other program. */
export function createCertificate(options: CertificateOptions = {}): TlsIdentity {
	const {
		host = '127.0.0.1',
		validFrom = new Date(Date.now() - DAY_MS),
		validTo = new Date(Date.now() + 365 * DAY_MS),
	} = options;
	const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
	const algorithm = der(SEQUENCE, objectId(ECDSA_WITH_SHA256));
	const name = nameOf(host);
	const body = der(
		SEQUENCE,
		der(0xa0, der(0x02, [2])),
		der(0x02, [1], randomBytes(8)),
		algorithm,
		name,
		der(SEQUENCE, utcTime(validFrom), utcTime(validTo)),
		name,
		publicKey.export({ type: 'spki', format: 'der' }),
		der(0xa3, der(SEQUENCE, alternativeNameOf(host))),
	);
	const signature = sign('sha256', body, privateKey);
	const certificate = der(SEQUENCE, body, algorithm, der(0x03, [0], signature));
	const lines = certificate.toString('base64').replace(/.{1,64}/g, '$&\n');
	return {
		cert: `-----BEGIN CERTIFICATE-----\n${lines}-----END CERTIFICATE-----\n`,
		key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
	};
}
