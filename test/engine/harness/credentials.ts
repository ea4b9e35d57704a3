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
import { ICredentialsHelper } from 'n8n-workflow';

/** A credential as a test gives it; the key in the list is the ID that the workflow's nodes name. */
export interface TestCredential {
	type: string;
	name: string;
	data: ICredentialDataDecryptedObject;
}

/** Hands credentials to the engine decrypted, and lets their type authenticate requests, as n8n does. */
export class CredentialsHelper extends ICredentialsHelper {
	constructor(
		private readonly loader: PackageDirectoryLoader,
		private readonly credentials: Readonly<Record<string, TestCredential>>,
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
		const defaults = this.getCredentialsProperties(type).map((property): [string, unknown] => [
			property.name,
			property.default,
		]);
		const data = { ...Object.fromEntries(defaults), ...credential.data };
		return await Promise.resolve(plainData(data));
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

function plainData(data: object): ICredentialDataDecryptedObject {
	return Object.fromEntries(
		Object.entries(data).filter(([, value]) =>
			['string', 'number', 'boolean'].includes(typeof value),
		),
	);
}
