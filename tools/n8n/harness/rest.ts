/** n8n's editor sends this header with each request, and n8n ties sessions to it. */
export const BROWSER_ID = 'suite';

/** `cookie` is the owner's session. */
export interface LoggedIn {
	url: string;
	cookie: string;
}

/** With a body, the default method is POST. */
export async function send(
	{ url, cookie }: LoggedIn,
	path: string,
	body?: unknown,
	method = body === undefined ? 'GET' : 'POST',
): Promise<Response> {
	return await fetch(url + path, {
		method,
		headers: {
			cookie,
			'browser-id': BROWSER_ID,
			'content-type': 'application/json',
			// On a busy machine, n8n may close a connection just as it's reused.
			connection: 'close',
		},
		body: body === undefined ? null : JSON.stringify(body),
	});
}

/** Like `send`, but parses JSON. Throws if the response isn't a success. */
export async function ask(
	n8n: LoggedIn,
	path: string,
	body?: unknown,
	method?: string,
): Promise<unknown> {
	const answer = await send(n8n, path, body, method);
	const text = await answer.text();
	if (!answer.ok) throw new Error(`${path} responded with ${String(answer.status)}: ${text}`);
	return JSON.parse(text);
}

/** n8n puts its results under `data`. */
export async function dataOf(...request: Parameters<typeof ask>) {
	return Object(Object(await ask(...request)).data);
}
