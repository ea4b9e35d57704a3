import { request as forward } from 'node:http';

import { serve } from '../../emulator/server';

/** The response of a path outside the reference: a payload in the usual envelope. */
export type More = (request: { method: string; path: string }) => object | undefined;

/** An API that knows more than the reference. */
export interface ApiWithMore {
	url: string;
	/** The requests that `more` has responded to, as method and path. */
	asked: string[];
	close: () => Promise<void>;
}

/** Serves what is outside the reference, and forwards the rest to the emulator. */
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
