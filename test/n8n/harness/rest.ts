/** Sends a request to the REST API of n8n's editor, with the cookie of a session; with a body, it is a POST. */
export async function send(url: string, cookie: string, body?: unknown): Promise<Response> {
	return await fetch(url, {
		method: body === undefined ? 'GET' : 'POST',
		headers: { cookie, 'browser-id': 'suite', 'content-type': 'application/json' },
		body: body === undefined ? null : JSON.stringify(body),
	});
}

/** Like `send`, but returns the JSON of the response. Throws if it is not a success. */
export async function ask(url: string, cookie: string, body?: unknown): Promise<unknown> {
	const answer = await send(url, cookie, body);
	const text = await answer.text();
	if (!answer.ok) throw new Error(`${url} answered ${String(answer.status)}: ${text}`);
	return JSON.parse(text);
}

/** Saves a credential as the editor does; returns its ID. */
export async function addCredential(
	{ url, cookie }: { url: string; cookie: string },
	credential: { name: string; type: string; data: object },
): Promise<string> {
	const added = await ask(`${url}/rest/credentials`, cookie, credential);
	return String(Object(Object(added).data).id);
}
