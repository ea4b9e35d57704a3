import type { Response } from 'express';

/** ClickStack's words for an error that is not about a body: in plain text or HTML. */
const TEXTS: Readonly<Record<number, readonly [type: string, text: string]>> = {
	401: ['text/plain', 'Unauthorized'],
	404: ['text/html', '<pre>Cannot find this path</pre>'],
	429: ['text/html', 'Too many requests, please try again later.'],
};

/** Returns the team operations' response to an invalid request: a list, without an object around it. */
export function invalidTeamRequest(type: 'Body' | 'Params', message: string): object[] {
	return [{ type, errors: { issues: [{ message }], name: 'ZodError' } }];
}

/** Refuses a request to a path in ClickStack's style. */
export function refuseAsClickStack(
	response: Response,
	status: number,
	message: string,
	template = '',
): void {
	const [type, text] = TEXTS[status] ?? [];
	response.status(status);
	if (type !== undefined) response.type(type).send(text);
	else if (status === 400 && template.startsWith('/api/v2/team/')) {
		response.json(invalidTeamRequest('Body', message));
	} else response.json({ message });
}
