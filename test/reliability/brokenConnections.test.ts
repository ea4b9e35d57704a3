import type { CertificateOptions, SocketBehavior } from '../emulator';
import { createCertificate, startEmulator, startSocketServer, unusedPort } from '../emulator';
import { sampleNode, sampleOf } from '../engine/harness/operationSamples';
import { runWorkflow } from '../engine/harness/runWorkflow';
import { credentialsOf, workflowOf } from '../engine/harness/workflow';

const DAY_MS = 24 * 60 * 60 * 1000;
const YESTERDAY = new Date(Date.now() - DAY_MS);
const NOTHING_SENT =
	'Nothing was sent. Check the Base URL of the credential and the network, or try again later.';
const options = { maxRetries: 0, timeout: 10_000 };

/** A read and a write. */
const OPERATIONS = ['service get', 'pipe stop'];

/** Runs an operation whose credential has this base URL. Returns the error. */
async function errorWith(name: string, baseUrl: string) {
	const emulator = await startEmulator();
	try {
		const workflow = workflowOf(sampleNode(sampleOf(name), emulator.ids, { options }));
		const credentials = credentialsOf(emulator, { management: { baseUrl } });
		const { error } = await runWorkflow(workflow, { credentials });
		return { message: error?.message, description: error?.description };
	} finally {
		await emulator.close();
	}
}

describe.each(OPERATIONS)(
	'%s over a connection that never stood says that nothing was sent',
	(name) => {
		it('where nobody listens', async () => {
			const baseUrl = `http://127.0.0.1:${String(await unusedPort())}`;
			expect(await errorWith(name, baseUrl)).toEqual({
				message: 'The API refused the connection.',
				description: NOTHING_SENT,
			});
		});

		it.each<[string, CertificateOptions, string]>([
			['signed by itself', {}, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
			['expired', { validFrom: new Date(0), validTo: YESTERDAY }, 'CERT_HAS_EXPIRED'],
		])('where the certificate is %s', async (_name, certificate, code) => {
			const server = await startEmulator({ tls: createCertificate(certificate) });
			const error = await errorWith(name, server.managementUrl);
			const received = server.requests.length;
			await server.close();
			expect(received).toBe(0);
			expect(error).toEqual({
				message: `The API's certificate wasn't accepted (${code}).`,
				description: NOTHING_SENT,
			});
		});

		it('where the other side does not speak TLS (EPROTO)', async () => {
			const server = await startEmulator();
			const error = await errorWith(name, `https://127.0.0.1:${String(server.port)}`);
			const received = server.requests.length;
			await server.close();
			expect(received).toBe(0);
			expect(error).toEqual({
				message: "Couldn't establish a TLS connection to the API (EPROTO).",
				description: NOTHING_SENT,
			});
		});

		it.each<[SocketBehavior, string]>([
			['tlsAlert', "Couldn't establish a TLS connection to the API"],
			// A reset (ECONNRESET) looks the same here as after the request, and counts as unknown.
			['closeOnData', 'The connection closed during the TLS handshake.'],
		])('where the TLS handshake breaks: %s', async (behavior, message) => {
			const server = await startSocketServer(behavior);
			const error = await errorWith(name, `https://127.0.0.1:${String(server.port)}`);
			await server.close();
			expect(server.connections).toBeGreaterThan(0);
			expect(error.message).toContain(message);
			expect(error.description).toBe(NOTHING_SENT);
		});
	},
);
