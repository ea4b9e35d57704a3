import { noticeField } from '../../../../engine/parameters/properties';
import { SECRET_LABELS } from '../../../../clickhouseCloud/pipeSources';

/** `field` is the credential's field that supplies the secret. */
export interface Secret {
	key: string;
	field: string;
	label: string;
}

/** A credential's method contains exactly these secrets. */
export interface Secrets {
	method: string;
	nameInMessages: string;
	entries: readonly Secret[];
	/** Converts pasted text for sending. */
	encode: (text: string) => string;
}

/** `fields` are the credential's fields by the keys in the body. */
function secrets(
	method: string,
	nameInMessages: string,
	fields: Readonly<Record<string, keyof typeof SECRET_LABELS>>,
	encode: Secrets['encode'] = (text) => text,
): Secrets {
	const entries = Object.entries(fields).map(([key, field]) => ({
		key,
		field,
		label: SECRET_LABELS[field],
	}));
	return { method, nameInMessages, entries, encode };
}

export const ACCESS_KEY = secrets('accessKey', 'an access key', {
	accessKeyId: 'accessKeyId',
	secretKey: 'secretKey',
});
export const CLIENT_CERTIFICATE = secrets(
	'clientCertificate',
	'a client certificate',
	{ certificate: 'certificate', privateKey: 'privateKey' },
	restoredPem,
);
export const CONNECTION_STRING = secrets('connectionString', 'a connection string', {
	connectionString: 'connectionString',
});
/** In the body, a schema registry's login looks like any other login. */
export const REGISTRY_LOGIN = secrets('schemaRegistryOnly', 'the login of a schema registry', {
	username: 'schemaRegistryUsername',
	password: 'schemaRegistryPassword',
});
export const SERVICE_ACCOUNT = serviceAccount('serviceAccountKey');
export const SERVICE_ACCOUNT_FILE = serviceAccount('serviceAccountFile');
export const LOGIN = secrets('usernamePassword', 'a username and password', {
	username: 'username',
	password: 'password',
});

function serviceAccount(key: string): Secrets {
	const fields = { [key]: 'serviceAccountKey' } as const;
	return secrets('serviceAccount', 'the key of a service account', fields, keyFileAsBase64);
}

/** Methods are in the order of the form. */
export const SECRETS: readonly Secrets[] = [
	ACCESS_KEY,
	CLIENT_CERTIFICATE,
	CONNECTION_STRING,
	REGISTRY_LOGIN,
	SERVICE_ACCOUNT,
	LOGIN,
];

/** A group may contain any of these. The neutral contract lists only the login, but services accept the others. */
export const GROUPED_SECRETS: readonly Secret[] = [
	LOGIN,
	ACCESS_KEY,
	CONNECTION_STRING,
	CLIENT_CERTIFICATE,
	SERVICE_ACCOUNT_FILE,
].flatMap(({ entries }) => entries);

const BOUNDARY = /-----(BEGIN|END) ([A-Z0-9 ]+)-----/g;
const PEM_BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
/** A PEM block has lines of this length. */
const LINE = /.{1,64}/g;

/**
 * Restores PEM line breaks that a one-line input drops or replaces with spaces or `\n`. Text with breaks or a cut-off
 * block, and blocks that aren't plain base64, stay unchanged. Scans the boundaries once, because a pattern for a
 * whole block would search for its end again each time.
 */
function restoredPem(text: string): string {
	if (!/-----BEGIN [A-Z0-9 ]+-----(?!\r?\n)/.test(text)) return text;
	let blocks = '';
	let opening: RegExpExecArray | undefined;
	for (const match of text.matchAll(BOUNDARY)) {
		const [end, kind, label] = match;
		if (opening === undefined) {
			if (kind === 'END') return text;
			opening = match;
		} else if (kind === 'END' && label === opening[2]) {
			const content = text.slice(opening.index + opening[0].length, match.index);
			const packed = content.replace(/\\r|\\n|\s/g, '');
			const lines = PEM_BASE64.test(packed) ? `\n${packed.replace(LINE, '$&\n')}` : content;
			blocks += `${opening[0]}${lines}${end}\n`;
			opening = undefined;
		}
	}
	return opening === undefined ? blocks : text;
}

/** People paste a Google service account's key file as JSON or as base64. */
function keyFileAsBase64(text: string): string {
	const trimmed = text.trim();
	const isFile = trimmed.startsWith('{');
	return isFile ? Buffer.from(trimmed).toString('base64') : trimmed.replace(/\s/g, '');
}

export const CREDENTIAL_TYPE = 'ClickHouse Cloud Pipe Source API';

export const SOURCE_CREDENTIAL_LABEL = 'Credential for the Source';

export const SECRETS_PLACE = `Passwords and keys come from the <b>${SOURCE_CREDENTIAL_LABEL}</b> at the top of this panel`;

/** n8n's conditions can't depend on credentials, so the text must also be true once a credential is selected. */
export const sourceCredentialNotice = noticeField('sourceCredentialNotice', `${SECRETS_PLACE}.`);
