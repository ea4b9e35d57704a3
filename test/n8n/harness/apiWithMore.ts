import { request as forward } from 'node:http';

import { serve } from '../../emulator/server';

/** What a path outside of the reference responds with: a payload in the usual envelope. */
export type More = (request: { method: string; path: string }) => object | undefined;

/** An API that knows more than the reference. */
export interface ApiWithMore {
	url: string;
	/** The requests that `more` has responded to, as method and path. */
	asked: string[];
	close: () => Promise<void>;
}

/** Serves what is outside of the reference, and lets the emulator, which knows nothing else, respond to the rest. */
export async function serveApiWithMore(emulatorUrl: string, more: More): Promise<ApiWithMore> {
	const asked: string[] = [];
	const { url, close } = await serve((request, response) => {
		const { method = 'GET', url: path = '/', headers } = request;
		const result = more({ method, path });
		if (result !== undefined) {
			asked.push(`${method} ${path.split('/').slice(-2).join('/')}`);
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify({ status: 200, requestId: String(asked.length), result }));
			return;
		}
		const passed = forward(new URL(path, emulatorUrl), { method, headers }, (answer) => {
			response.writeHead(answer.statusCode ?? 500, answer.headers);
			answer.pipe(response);
		});
		request.pipe(passed);
	});
	return { url, asked, close };
}
