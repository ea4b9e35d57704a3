import { CredentialTestContext } from 'n8n-core';

import { requestUrl } from '../../../nodes/core/http/request';
import { checkBaseUrl } from '../../../nodes/core/credentials/baseUrl';
import { pemBlocks, restoredPem } from '../../../nodes/core/credentials/pem';
import { cloudPipeSourceApiTest } from '../../../nodes/CloudManagement/methods/credentialTest';

const SIZE = 300_000;
/** Quadratic time is a thousand times as long here; what is left is the difference between the inputs. */
const MOST = 50;

function durationOf(task: () => unknown): number {
	const runs = Array.from({ length: 5 }, () => {
		const start = performance.now();
		for (let call = 0; call < 5; call += 1) task();
		return performance.now() - start;
	});
	return Math.min(...runs);
}

/** How many times as long the task takes for the hostile text as for the harmless one of the same size. */
function slowdown(task: (text: string) => unknown, hostile: string, harmless: string): number {
	const [short, long] = [harmless, hostile].map((text) => text.padEnd(SIZE, 'x').slice(0, SIZE));
	return durationOf(() => task(long ?? '')) / durationOf(() => task(short ?? ''));
}

const labels = Array.from({ length: SIZE / 30 }, (_, index) => `-----BEGIN A${String(index)}-----`);
/** On one line, so that there are line breaks to restore. */
const certificate = `-----BEGIN CERTIFICATE----- ${'A'.repeat(1000)} -----END CERTIFICATE----- `;

describe.each([
	['the beginning of a block, over and over', '-----BEGIN A-----'.repeat(SIZE)],
	['the beginnings of many blocks', labels.join('')],
	['a label without an end', `-----BEGIN ${'A'.repeat(SIZE)}`],
	['dashes', '-'.repeat(SIZE)],
	['ends of blocks', `-----BEGIN A-----${'-----END B-----'.repeat(SIZE)}`],
	['blanks in a block', `-----BEGIN A-----${' '.repeat(SIZE - 50)}!-----END A-----`],
])('PEM text of %s', (_name, hostile) => {
	const harmless = certificate.repeat(SIZE / certificate.length);

	it.each([
		['pemBlocks', pemBlocks],
		['restoredPem', restoredPem],
		[
			'the test of the credential',
			// Its work is done before it returns.
			(text: string) => {
				const data = { method: 'clientCertificate', certificate: text, privateKey: text };
				const credential = { id: '1', name: '', type: 'cloudPipeSourceApi', data };
				return cloudPipeSourceApiTest.call(new CredentialTestContext(), credential);
			},
		],
	])('takes %s no longer than certificates', (_task, task) => {
		expect(slowdown(task, hostile, harmless)).toBeLessThan(MOST);
	});
});

it.each([
	['requestUrl', (url: string) => requestUrl(url, '/v1/x')],
	['checkBaseUrl', checkBaseUrl],
])('%s takes no longer for slashes in a base URL than for letters', (_name, task) => {
	const hostile = `https://a.example${'/'.repeat(SIZE - 100)}x`;
	expect(slowdown(task, hostile, `https://a.example/${'y'.repeat(SIZE)}`)).toBeLessThan(MOST);
});
