import { NodeApiError } from 'n8n-workflow';
import { baseUrlIssue } from '../../../../nodes/engine/credentials/authorization';
import { readCredential, readExtraCredential } from '../../../../nodes/engine/credentials/read';
import type { ErrorDetails } from '../../../../nodes/engine/operation';
import {
	inputError,
	invalidInput,
	messageOfError,
	requestError,
} from '../../../../nodes/engine/errors/nodeErrors';
import { CREDENTIAL, fakeContext } from '../fakes';

describe('Allowed Domains', () => {
	const check = (
		allowedDomains: unknown,
		baseUrl = 'https://API.example.com/x',
		mode = 'domains',
	) => baseUrlIssue({ allowedHttpRequestDomains: mode, allowedDomains, baseUrl });

	it.each(['api.example.com', 'x.org, API.Example.com. ,y.org', '*.example.com', '*.com'])(
		'allow the host by %s',
		(allowed) => {
			expect(check(allowed)).toBeUndefined();
		},
	);

	it.each(['example.com', 'pi.example.com', '*.api.example.com', '*.', '*', '', ',', undefined, 5])(
		'refuse the host by %p',
		(allowed) => {
			expect(check(allowed)).toMatch(/^The credential can't be used with api\.example\.com\. Add/);
		},
	);

	it('are ignored in another mode', () => {
		for (const mode of ['all', 'none', '']) expect(check('', 'https://a.b', mode)).toBeUndefined();
	});
});

describe('readCredential', () => {
	const token = { member: 'apiToken', label: 'API Token' };
	const read = async (changes: Record<string, string>) => {
		const credentials = { testApi: { ...CREDENTIAL, ...changes } };
		const { context } = fakeContext({ credentials });
		return await readCredential(context, { credentialType: 'testApi', token });
	};

	// The API or the credential reports a missing token.
	it.each([{}, { apiToken: ' a b~!"\n' }])('returns the credential with %j', async (changes) => {
		expect(await read(changes)).toEqual({ ...CREDENTIAL, ...changes });
	});

	const list = { allowedHttpRequestDomains: 'domains', allowedDomains: 'x.org' };

	it.each([
		[{ baseUrl: 'http://api.example.com' }, /^Base URL must start with https/],
		[list, /^The credential can't be used/],
		[{ apiToken: 'ab\u{200B}' }, /^API Token contains .* at position 3\./],
	])('refuses %j', async (changes, message) => {
		await expect(read(changes)).rejects.toThrow(message);
		await expect(read(changes)).rejects.toMatchObject({
			name: 'NodeOperationError',
			description: 'Nothing was sent. Correct the credential and run the node again.',
		});
	});
});

describe('readExtraCredential', () => {
	const read = async (extra: Record<string, string> | Error, operation: object) =>
		await readExtraCredential(fakeContext({ credentials: { extraApi: extra } }).context, operation);
	const SELECTED = { extraCredentialType: 'extraApi' };
	const password = { password: 'p' };

	it.each([
		['the one that is selected', password, SELECTED, password],
		['none where the operation has none', password, {}, undefined],
		['none where none is selected', password, { extraCredentialType: 'otherApi' }, undefined],
		['none that n8n finds', new Error('Credentials not found'), SELECTED, undefined],
		['none that is hidden', new Error('Node does not require credentials'), SELECTED, undefined],
	])('returns %s', async (_case, extra, operation, expected) => {
		expect(await read(extra, operation)).toEqual(expected);
	});

	it('explains that a selected one cannot be read', async () => {
		const message = 'Credential with ID "5" does not exist';
		await expect(read(new Error(message), SELECTED)).rejects.toMatchObject({
			...{ name: 'NodeOperationError', message },
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
		const node = fakeContext().context.getNode();
		const shown = { message: 'The service says: ECONNREFUSED by EPERM', description: 'Do this.' };
		const failure: ErrorDetails = {
			...{ ...shown, httpCode: '502', outcome: 'refused', reason: 'unavailable', attempts: 2 },
		};
		const error = requestError(node, failure, 4);
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error).toMatchObject({ ...shown, httpCode: '502', context: { itemIndex: 4 } });
		expect(inputError(node, failure)).toMatchObject(shown);
		expect(requestError(node, invalidInput(shown), 0).httpCode).toBeNull();
	});
});
