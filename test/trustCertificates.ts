import tls from 'node:tls';

import type { TlsIdentity } from '../tools/emulator/certificate';

/** Makes all TLS clients of this file's tests trust certificates, as NODE_EXTRA_CA_CERTS does for a process. */
export function trustCertificates(...identities: TlsIdentity[]): void {
	const { createSecureContext } = tls;
	const forClients = createSecureContext({ ca: identities.map(({ cert }) => cert) });

	beforeAll(() => {
		jest
			.spyOn(tls, 'createSecureContext')
			.mockImplementation((options) =>
				options?.key === undefined ? forClients : createSecureContext(options),
			);
	});

	afterAll(() => {
		jest.restoreAllMocks();
	});
}
