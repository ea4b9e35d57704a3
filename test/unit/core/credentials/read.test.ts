import { NodeApiError } from 'n8n-workflow';

import { checkAllowedDomains } from '../../../../nodes/core/credentials/baseUrl';
import { readCredential, readExtraCredential } from '../../../../nodes/core/credentials/read';
import type { ErrorDetails } from '../../../../nodes/core/errors/nodeErrors';
import {
	inputError,
	invalidInput,
	messageOfError,
	requestError,
} from '../../../../nodes/core/errors/nodeErrors';
import { CREDENTIAL, fakeContext } from '../fakes';

describe('checkAllowedDomains', () => {
	const check = (allowedDomains: unknown, baseUrl: unknown = 'https://API.example.com/x') =>
		checkAllowedDomains({ allowedHttpRequestDomains: 'domains', allowedDomains, baseUrl });

	it.each(['api.example.com', 'x.org, API.Example.com. ,y.org', '*.example.com', '*.com'])(
		'allows the host by %s',
		(allowed) => {
			expect(check(allowed)).toBeUndefined();
		},
	);

	it.each(['example.com', 'pi.example.com', '*.api.example.com', '*.', '*', '', ',', undefined, 5])(
		'does not allow the host by %p',
		(allowed) => {
			expect(check(allowed)).toBe(
				'The credential may not be used with api.example.com. Add the host to Allowed Domains in the credential, or correct the Base URL.',
			);
		},
	);

	it.each(['all', 'none', undefined])('does not look at the list with %s', (mode) => {
		const credential = { allowedHttpRequestDomains: mode, baseUrl: 'https://a.b' };
		expect(checkAllowedDomains(credential)).toBeUndefined();
	});

	it('names a base URL that is not a URL', () => {
		expect(check('example.com', 'nonsense')).toContain('nonsense');
	});
});

describe('readCredential', () => {
	it('returns the credential', async () => {
		await expect(
			readCredential(fakeContext({}).context, { credentialType: 'testApi' }),
		).resolves.toEqual(CREDENTIAL);
	});

	it.each([
		[{ baseUrl: 'http://api.example.com' }, /^Base URL must start with https/],
		[
			{ allowedHttpRequestDomains: 'domains', allowedDomains: 'x.org' },
			/^The credential may not be used/,
		],
	])('refuses %j', async (change, message) => {
		const { context } = fakeContext({ credentials: { testApi: { ...CREDENTIAL, ...change } } });
		const reading = readCredential(context, { credentialType: 'testApi' });
		await expect(reading).rejects.toThrow(message);
		await expect(reading).rejects.toMatchObject({
			name: 'NodeOperationError',
			description: 'Nothing was sent. Correct the credential and run the node again.',
		});
	});
});

describe('a token that a header carries', () => {
	const read = async (text?: string) => {
		const credentials = { testApi: { ...CREDENTIAL, ...(text && { apiToken: text }) } };
		const token = { member: 'apiToken', label: 'API Token' };
		return await readCredential(fakeContext({ credentials }).context, {
			credentialType: 'testApi',
			token,
		});
	};

	it('may have spaces around it', async () => {
		await expect(read(' a b~!"\n')).resolves.toMatchObject({ apiToken: ' a b~!"\n' });
	});

	it('may be missing here: the API or the credential says so', async () => {
		await expect(read()).resolves.toEqual(CREDENTIAL);
	});

	it('has no invisible character within it', async () => {
		await expect(read('ab\u{200B}')).rejects.toThrow(/^API Token contains .* at position 3\./);
	});
});

describe('readExtraCredential', () => {
	const read = async (
		extra: Record<string, string> | Error,
		type: string | undefined = 'extraApi',
	) =>
		await readExtraCredential(
			fakeContext({ credentials: { extraApi: extra } }).context,
			type === '' ? {} : { extraCredentialType: type },
		);

	it('returns the one that is selected', async () => {
		await expect(read({ password: 'p' })).resolves.toEqual({ password: 'p' });
	});

	it('returns none where the operation takes none or none is selected', async () => {
		await expect(read({ password: 'p' }, '')).resolves.toBeUndefined();
		await expect(read({ password: 'p' }, 'otherApi')).resolves.toBeUndefined();
	});

	it.each(['Credentials not found', 'Node does not require credentials'])(
		'returns none when n8n says "%s"',
		async (message) => {
			await expect(read(new Error(message))).resolves.toBeUndefined();
		},
	);

	it('says when a selected one cannot be read', async () => {
		await expect(read(new Error('Credential with ID "5" does not exist'))).rejects.toMatchObject({
			name: 'NodeOperationError',
			message: 'Credential with ID "5" does not exist',
			description: 'Nothing was sent. Select the credential again, or another one.',
		});
	});
});

describe('errors', () => {
	it.each([
		[new Error('words'), 'words'],
		['words', 'words'],
		[undefined, 'undefined'],
	])('have the message of %p', (thrown, words) => {
		expect(messageOfError(thrown)).toBe(words);
	});

	it('keep a message that contains the name of an error code', () => {
		const { context } = fakeContext({});
		const message = 'The service says: ECONNREFUSED by EPERM';
		const failure: ErrorDetails = {
			...{ message, description: 'Do this.', httpCode: '502' },
			...{ outcome: 'refused', reason: 'unavailable', attempts: 2 },
		};
		const error = requestError(context.getNode(), failure, 4);
		expect(error).toMatchObject({ message, description: 'Do this.', httpCode: '502' });
		expect(error.context.itemIndex).toBe(4);
		expect(error).toBeInstanceOf(NodeApiError);
		expect(inputError(context.getNode(), failure)).toMatchObject({ message });
		expect(
			requestError(context.getNode(), invalidInput({ message, description: '' }), 0).httpCode,
		).toBeNull();
	});
});
