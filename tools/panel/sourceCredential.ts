const LOGIN = { method: 'usernamePassword', username: 'u', password: 'p' };
const CONNECTION = {
	method: 'connectionString',
	connectionString: 'AccountName=a;AccountKey=b',
};
const ACCOUNT = {
	method: 'serviceAccount',
	serviceAccountKey: '{ "type": "service_account" }',
};
const ACCESS_KEY = { method: 'accessKey', accessKeyId: 'AK', secretKey: 'SK' };
const CERTIFICATE = {
	method: 'clientCertificate',
	certificate: '-----BEGIN CERTIFICATE-----\nQQ==\n-----END CERTIFICATE-----\n',
	privateKey: '-----BEGIN PRIVATE KEY-----\nQQ==\n-----END PRIVATE KEY-----\n',
};
const REGISTRY = {
	schemaRegistryLogin: true,
	schemaRegistryUsername: 'ru',
	schemaRegistryPassword: 'rp',
};

/** The credential has only the fields of its method. */
export function sourceCredentialFor(
	form: Readonly<Record<string, unknown>>,
): Record<string, boolean | string> {
	return { ...methodFor(form), ...REGISTRY };
}

function methodFor(form: Readonly<Record<string, unknown>>): Record<string, string> {
	const { kafkaType, operation, sourceKind } = form;
	if (sourceKind === 'bigquery') return ACCOUNT;
	// A form for a change doesn't contain the source's authentication.
	const isKeyed = sourceKind === 'kinesis' || sourceKind === 'objectStorage';
	if (operation === 'update' && isKeyed) return ACCESS_KEY;
	switch (form[`${typeof sourceKind === 'string' ? sourceKind : 'kafka'}Authentication`]) {
		case 'IAM_USER':
			return ACCESS_KEY;
		case 'MUTUAL_TLS':
			return CERTIFICATE;
		case 'CONNECTION_STRING':
			return CONNECTION;
		case 'SERVICE_ACCOUNT':
			return ACCOUNT;
		case 'PLAIN':
			return kafkaType === 'azureeventhub' ? CONNECTION : LOGIN;
		default:
			return LOGIN;
	}
}
