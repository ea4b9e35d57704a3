import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';

import { EXAMPLES } from './workflows';

/** A file of the examples, served as a Git host serves the raw files of a repository. */
export interface RawFile {
	url: string;
	close: () => Promise<void>;
}

/** Serves one of `examples/files` on 127.0.0.1 as plain text. */
export async function serveRawFile(name: string): Promise<RawFile> {
	const file = path.join(EXAMPLES, 'files', name);
	const server = createServer((_, response) => {
		void readFile(file).then((content) => {
			response.setHeader('content-type', 'text/plain; charset=utf-8').end(content);
		});
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('The server has no port');
	return {
		url: `http://127.0.0.1:${String(address.port)}/${name}`,
		close: () => new Promise((closed) => server.close(() => closed())),
	};
}
