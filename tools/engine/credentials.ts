import type { PackageDirectoryLoader } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	ICredentials,
	IHttpRequestOptions,
	INodeCredentialsDetails,
	INodeProperties,
	IRequestOptionsSimplified,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { ICredentialsHelper, NodeHelpers } from 'n8n-workflow';

interface TestCredential {
	type: string;
	data: ICredentialDataDecryptedObject;
}

/** Keyed by the ID in a workflow's nodes. */
export type Credentials = Readonly<Record<string, TestCredential>>;

/** Passes decrypted credentials to the engine and lets their type sign requests, as n8n does. */
export class CredentialsHelper extends ICredentialsHelper {
	constructor(
		private readonly loader: PackageDirectoryLoader,
		private readonly credentials: Credentials,
	) {
		super();
	}

	getParentTypes(): string[] {
		return [];
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		requestOptions: IHttpRequestOptions | IRequestOptionsSimplified,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = this.loader.getCredential(typeName).type;
		if (typeof authenticate !== 'function' || !('url' in requestOptions)) {
			throw new Error(`The engine tests cannot authenticate with "${typeName}"`);
		}
		return await authenticate(credentials, requestOptions);
	}

	async preAuthentication(): Promise<ICredentialDataDecryptedObject | undefined> {
		await Promise.resolve();
		return undefined;
	}

	async runPreAuthentication(): Promise<ICredentialDataDecryptedObject | undefined> {
		await Promise.resolve();
		return undefined;
	}

	async getCredentials(): Promise<ICredentials> {
		return await Promise.reject(new Error('Encrypted credentials are not kept here'));
	}

	async getDecrypted(
		_additionalData: IWorkflowExecuteAdditionalData,
		{ id }: INodeCredentialsDetails,
		type: string,
	): Promise<ICredentialDataDecryptedObject> {
		const credential = this.credentials[id ?? ''];
		if (credential?.type !== type) throw new Error(`No credential "${String(id)}" of "${type}"`);
		const properties = this.getCredentialsProperties(type);
		// Like n8n, adds defaults and drops fields that the credential's form hides.
		const shown = NodeHelpers.getNodeParameters(
			properties,
			plainData(credential.data),
			true,
			false,
			null,
			null,
		);
		const { allowedHttpRequestDomains, allowedDomains } = credential.data;
		return await Promise.resolve(
			plainData({ ...shown, allowedHttpRequestDomains, allowedDomains }),
		);
	}

	async updateCredentials(): Promise<void> {
		await Promise.resolve();
	}

	async updateCredentialsOauthTokenData(): Promise<void> {
		await Promise.resolve();
	}

	getCredentialsProperties(type: string): INodeProperties[] {
		return this.loader.getCredential(type).type.properties;
	}
}

/** Keeps the types that a credential can contain: strings, numbers, and booleans. */
export function plainData(data: object): Record<string, string | number | boolean> {
	return Object.fromEntries(
		Object.entries(data).flatMap(([name, value]: [string, unknown]) =>
			typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
				? [[name, value]]
				: [],
		),
	);
}
