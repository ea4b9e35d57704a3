/** The display names of `cloudPipeSourceApi`'s fields, as the credential's form shows them. */
export const PIPE_SOURCE_MEMBER_NAMES = {
	method: 'Method',
	username: 'Username',
	password: 'Password',
	accessKeyId: 'Access Key ID',
	secretKey: 'Secret Key',
	connectionString: 'Connection String',
	certificate: 'Certificate',
	privateKey: 'Private Key',
	serviceAccountKey: 'Service Account Key',
	schemaRegistryUsername: 'Schema Registry Username',
	schemaRegistryPassword: 'Schema Registry Password',
} as const;

export type PipeSourceMember = keyof typeof PIPE_SOURCE_MEMBER_NAMES;

/** The parts of a login, an access key and so on, with the same names in the credential and in a pipe's body. */
export const LOGIN_MEMBERS = ['username', 'password'] as const;
export const ACCESS_KEY_MEMBERS = ['accessKeyId', 'secretKey'] as const;
export const CLIENT_CERTIFICATE_MEMBERS = ['certificate', 'privateKey'] as const;
export const CONNECTION_STRING_MEMBERS = ['connectionString'] as const;
export const SERVICE_ACCOUNT_MEMBERS = ['serviceAccountKey'] as const;

/** The same key in a group of its own, with another name. */
export const SERVICE_ACCOUNT_FILE_MEMBERS = ['serviceAccountFile'] as const;

/** A secret by its key in the body. */
export type SecretMember = PipeSourceMember | (typeof SERVICE_ACCOUNT_FILE_MEMBERS)[number];

/** Returns the field of the credential that contains a secret of the body. */
export function credentialMember(member: SecretMember): PipeSourceMember {
	return member === 'serviceAccountFile' ? 'serviceAccountKey' : member;
}

/** The login of a schema registry; in the body, it looks like any other login. */
export const REGISTRY_LOGIN_MEMBERS = ['schemaRegistryUsername', 'schemaRegistryPassword'] as const;

/** The fields that each method of the credential needs. */
export const PIPE_SOURCE_METHODS: ReadonlyMap<string, readonly PipeSourceMember[]> = new Map<
	string,
	readonly PipeSourceMember[]
>([
	['accessKey', ACCESS_KEY_MEMBERS],
	['clientCertificate', CLIENT_CERTIFICATE_MEMBERS],
	['connectionString', CONNECTION_STRING_MEMBERS],
	['schemaRegistryOnly', REGISTRY_LOGIN_MEMBERS],
	['serviceAccount', SERVICE_ACCOUNT_MEMBERS],
	['usernamePassword', LOGIN_MEMBERS],
]);
