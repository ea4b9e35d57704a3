import { CredentialTestContext } from 'n8n-core';

import { requestUrl } from '../../../nodes/engine/operation';
import { baseUrlIssue } from '../../../nodes/engine/credentials/authorization';
import { CLIENT_CERTIFICATE } from '../../../nodes/CloudManagement/resources/pipe/sources/secrets';
import { cloudPipeSourceApiTest } from '../../../nodes/CloudManagement/methods/pipeSourceTest';
import { growth, MAX_GROWTH } from '../../growth';

const SIZE = 2000;

function labels(size: number): string {
	const all = Array.from({ length: size / 17 }, (_, index) => `-----BEGIN A${String(index)}-----`);
	return all.join('');
}

describe.each<[string, (size: number) => string]>([
	['the beginning of a block, over and over', (size) => '-----BEGIN A-----'.repeat(size / 17)],
	['the beginnings of many blocks', labels],
	['a label without an end', (size) => `-----BEGIN ${'A'.repeat(size)}`],
	['dashes', (size) => '-'.repeat(size)],
	['ends of blocks', (size) => `-----BEGIN A-----${'-----END B-----'.repeat(size / 15)}`],
	['spaces in a block', (size) => `-----BEGIN A-----${' '.repeat(size)}!-----END A-----`],
])('PEM text of %s', (_name, textOf) => {
	it.each([
		['the encoding of PEM', CLIENT_CERTIFICATE.encode],
		[
			'the test of the credential',
			// Its work is done before it returns.
			(text: string) => {
				const data = { method: 'clientCertificate', certificate: text, privateKey: text };
				const credential = { id: '1', name: '', type: 'cloudPipeSourceApi', data };
				return cloudPipeSourceApiTest.call(new CredentialTestContext(), credential);
			},
		],
	])('needs %s time that grows only with its length', async (_task, task) => {
		expect(await growth<string>(SIZE, textOf, task)).toBeLessThan(MAX_GROWTH);
	});
});

it.each([
	['requestUrl', (url: string) => requestUrl(url, '/v1/x')],
	['baseUrlIssue', (baseUrl: string) => baseUrlIssue({ baseUrl })],
])('%s needs time that grows only with the slashes in a base URL', async (_name, task) => {
	const urlOf = (size: number) => `https://a.example${'/'.repeat(size)}x`;
	expect(await growth<string>(SIZE, urlOf, task)).toBeLessThan(MAX_GROWTH);
});
