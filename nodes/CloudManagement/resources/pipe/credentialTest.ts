import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { REGISTRY_LOGIN, SECRETS } from './sources/secretKinds';

/** `shape` matches the start, end, and characters of a secret. `otherwise` is the advice. */
const SHAPES: ReadonlyArray<readonly [field: string, shape: RegExp, otherwise: string]> = [
	[
		'certificate',
		/^-----BEGIN CERTIFICATE-----[^]*-----END CERTIFICATE-----$/,
		"isn't a complete PEM certificate. Paste all of it, from -----BEGIN CERTIFICATE----- to -----END CERTIFICATE-----.",
	],
	[
		'privateKey',
		/^(?![^]*ENCRYPTED)/,
		"is protected by a passphrase, which the API can't ask for. Paste the decrypted key.",
	],
	[
		'privateKey',
		/^-----BEGIN [^]*-----END (?:[A-Z]+ )?PRIVATE KEY-----$/,
		"isn't a complete PEM key. Paste all of it, from -----BEGIN PRIVATE KEY----- to -----END PRIVATE KEY-----.",
	],
	[
		'connectionString',
		/(?:AccountKey|SharedAccessKey|SharedAccessSignature)\s*=\s*[^\s;]/i,
		'contains no key, such as AccountKey=… or SharedAccessKey=…. Copy all of it from the access keys of the storage account, or from the shared access policies of the Event Hub.',
	],
	[
		'serviceAccountKey',
		/^(?:\{[^]*\}|[A-Za-z\d+/=\s]*)$/,
		'is neither JSON nor Base64. Paste the whole key file.',
	],
];

/** The test can't contact the source, so it checks everything else. */
export async function cloudPipeSourceApiTest(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const issues = credentialProblems(data);
	const message =
		issues.length === 0
			? "The secrets are complete and look right. This test doesn't contact the source."
			: issues.join(' ');
	return await Promise.resolve({ status: issues.length === 0 ? 'OK' : 'Error', message });
}

function credentialProblems(data: Readonly<Record<string, unknown>>): string[] {
	const secrets = SECRETS.find(({ method }) => method === data.method);
	if (secrets === undefined) return ["Method isn't in the list. Choose it again."];
	const trimmedText = (field: string) =>
		typeof data[field] === 'string' ? data[field].trim() : '';
	const registryMembers = data.schemaRegistryLogin === true ? REGISTRY_LOGIN.entries : [];
	return [...secrets.entries, ...registryMembers].flatMap(({ field, label }) => {
		const text = trimmedText(field);
		if (text === '') return [`${label} is empty. Enter it in the credential.`];
		const unfit = SHAPES.find(([name, shape]) => name === field && !shape.test(text));
		return unfit === undefined ? [] : [`${label} ${unfit[2]}`];
	});
}
