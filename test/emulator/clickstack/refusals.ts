import type { Response } from 'express';

/** How ClickStack words an error that is not about a body: in plain text or HTML. */
const TEXTS: Readonly<Record<number, readonly [type: string, text: string]>> = {
	401: ['text/plain', 'Unauthorized'],
	404: ['text/html', '<pre>Cannot find this path</pre>'],
	429: ['text/html', 'Too many requests, please try again later.'],
};

/** Refuses a request in the way of ClickStack. */
export function refuseAsClickStack(response: Response, status: number, message: string): void {
	const [type, text] = TEXTS[status] ?? [];
	response.status(status);
	if (type === undefined) response.json({ message });
	else response.type(type).send(text);
}
