import { baseUrlIssue } from '../../../../nodes/engine/credentials/baseUrl';
import {
	readCredential,
	readExtraCredential,
} from '../../../../nodes/engine/credentials/readCredential';
import { API, CREDENTIAL, fakeContext } from '../fakes';

describe('baseUrlIssue (Allowed Domains)', () => {
	const check = (allowedDomains: unknown, mode = 'domains') => {
		const baseUrl = 'https://API.example.com/x';
		return baseUrlIssue({ allowedHttpRequestDomains: mode, allowedDomains, baseUrl }, {});
	};

	it('accepts listed hosts, with wildcards for hosts below a domain', () => {
		for (const allowed of ['x.org, API.Example.com. ,y.org', '*.example.com', '*.com']) {
			expect(check(allowed)).toBeUndefined();
		}
		for (const other of ['pi.example.com', '*.api.example.com', '*.', '', ',', undefined, 5]) {
			expect(check(other)).toMatch(/^The credential can't be used with api\.example\.com\. Add/);
		}
	});

	it('ignores Allowed Domains in any other mode', () => {
		for (const mode of ['all', 'none', '']) expect(check('', mode)).toBeUndefined();
	});
});

describe('readCredential', () => {
	const read = async (changes: Record<string, string>, pair = false) => {
		const { context } = fakeContext({ credentials: { testApi: { ...CREDENTIAL, ...changes } } });
		const authorizationProperties = pair ? API.authorizationProperties : { apiToken: 'API Token' };
		return await readCredential(context, { credentialType: 'testApi', authorizationProperties });
	};

	it('returns the credential with a token or a key pair', async () => {
		const token = { apiToken: ' a b~!"\n' };
		expect(await read(token)).toEqual({ ...CREDENTIAL, ...token });
		expect(await read({ keySecret: 'a\u{200B}' }, true)).toMatchObject({
			keyId: CREDENTIAL['keyId'],
		});
	});

	it('rejects a host that the API takes for a typo', async () => {
		const { context } = fakeContext({ credentials: { testApi: CREDENTIAL } });
		const readFrom = async (hostIssue: () => string | undefined) =>
			await readCredential(context, { ...API, credentialType: 'testApi', hostIssue });
		await expect(readFrom(() => 'Base URL is a.')).rejects.toThrow(/^Base URL is a\.$/);
		expect(await readFrom(() => undefined)).toEqual(CREDENTIAL);
	});

	it.each([{ keyId: ' ' }, { keySecret: '' }])('reports the empty field of %j', async (changes) => {
		const message = /^Key (?:ID|Secret) is empty\. Enter it in the credential\.$/;
		await expect(read(changes, true)).rejects.toThrow(message);
	});

	it.each<{ changes: Record<string, string>; message: RegExp }>([
		{ changes: { baseUrl: 'http://a.example.com' }, message: /^Base URL must start with https/ },
		{ changes: {}, message: /^API Token is empty\. Enter it in the credential\./ },
		{ changes: { apiToken: 'ab\u{200B}' }, message: /^API Token contains .* at position 3\./ },
	])('rejects a credential with $changes: $message', async ({ changes, message }) => {
		await expect(read(changes)).rejects.toThrow(message);
		await expect(read(changes)).rejects.toMatchObject({
			name: 'NodeOperationError',
			description: 'Nothing was sent. Correct the credential, then retry.',
		});
	});
});

describe('readExtraCredential', () => {
	const read = async (extra: Record<string, string> | Error, extraCredentialType?: string) => {
		const { context } = fakeContext({ credentials: { extraApi: extra } });
		return await readExtraCredential(context, extraCredentialType ? { extraCredentialType } : {});
	};
	const password = { password: 'p' };

	it('reads the selected credential if the operation uses it', async () => {
		expect(await read(password, 'extraApi')).toEqual(password);
		expect(await read(password, 'otherApi')).toBeUndefined();
		expect(await read(password)).toBeUndefined();
		for (const none of ['Credentials not found', 'Node does not require credentials']) {
			expect(await read(new Error(none), 'extraApi')).toBeUndefined();
		}
	});

	it("explains that the selected credential can't be read", async () => {
		const message = 'Credential with ID "5" does not exist';
		await expect(read(new Error(message), 'extraApi')).rejects.toMatchObject({
			name: 'NodeOperationError',
			message,
			description:
				'Nothing was sent. Select the credential again, or select a different credential.',
		});
	});
});
