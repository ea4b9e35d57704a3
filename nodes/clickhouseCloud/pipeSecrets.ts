/** Labels of the secrets in the credential for a pipe's source, by field. */
export const SECRET_LABELS = {
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
};
