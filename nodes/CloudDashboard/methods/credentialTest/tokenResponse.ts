import type { INodeCredentialTestResult } from 'n8n-workflow';

/** What the dashboard service said to the update of a dashboard that cannot exist. */
export interface TokenAnswer {
	status: number;
	body: unknown;
}

const REFUSES_THE_TOKEN =
	/api[ _-]?key|access token|bearer|credential|unauthori[sz]ed|unauthenticated|forbidden|permission/i;
const FINDS_FAULT_WITH_THE_DASHBOARD = /invalid|validation|not valid|required/i;
const HTML = /^\s*<(?:!doctype|html|\?xml)/i;
const MAX_WORDS = 300;

/**
 * Takes the answer to the update of a dashboard that cannot exist. "Not found" and "invalid" prove the token,
 * an authorization answer disproves it, and anything else is reported as it is. The reference fixes no status
 * for these three, so the service's words count as well.
 */
export function judgeTokenAnswer({ status, body }: TokenAnswer): INodeCredentialTestResult {
	const words = messageOfError(body);
	const answered = `The service answered ${String(status)}${words === '' ? '' : `: ${words}`}`;
	const refused = status >= 400 && status < 600;
	if (status === 401 || status === 403 || (refused && REFUSES_THE_TOKEN.test(words))) {
		return {
			status: 'Error',
			message: `The service does not accept this token. Check Access Token. ${answered}`,
		};
	}
	if (refused && !HTML.test(words) && provesTheToken(status, words)) {
		return { status: 'OK', message: 'The token is accepted. Nothing was changed.' };
	}
	return { status: 'Error', message: `Whether the token is valid cannot be told. ${answered}` };
}

function provesTheToken(status: number, words: string): boolean {
	if (status === 404) return true;
	if (/not found/i.test(words)) return true;
	return [400, 422, 500].includes(status) && FINDS_FAULT_WITH_THE_DASHBOARD.test(words);
}

/** The service's own words: its `message` where it sends one, else the whole body, cut to a readable length. */
function messageOfError(body: unknown): string {
	if (typeof body === 'string') {
		const inner = parsed(body);
		return inner === undefined ? body.trim().slice(0, MAX_WORDS) : messageOfError(inner);
	}
	if (typeof body !== 'object' || body === null) return '';
	const message = 'message' in body ? body.message : undefined;
	if (typeof message === 'string') return message.trim().slice(0, MAX_WORDS);
	return Object.keys(body).length === 0 ? '' : JSON.stringify(body).slice(0, MAX_WORDS);
}

function parsed(text: string): object | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === 'object' && value !== null ? value : undefined;
	} catch {
		return undefined;
	}
}
