const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Takes a credential's base URL as the user typed it.
 * Gives a whole sentence that says what is wrong with it, or undefined when requests may be sent to it:
 * it is an https address (or http on this machine itself), holds no login, query or fragment.
 */
export function checkBaseUrl(value: unknown): string | undefined {
	if (typeof value !== 'string' || value.trim() === '') {
		return 'Base URL is empty. Enter the address of the API, such as https://api.example.com.';
	}
	const url = parsed(value);
	if (url === undefined || !['https:', 'http:'].includes(url.protocol)) {
		return 'Base URL is not a web address. Enter it whole, such as https://api.example.com.';
	}
	if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname)) {
		return 'Base URL must start with https://, because the key would travel unencrypted. Plain http is accepted only for this machine itself, such as http://127.0.0.1:8080.';
	}
	if (url.username !== '' || url.password !== '') {
		return 'Base URL holds a login. Remove it and enter the key in its own field.';
	}
	if (/[?#]/.test(value)) {
		return 'Base URL holds a "?" or a "#". Enter only the address and, where needed, a path.';
	}
	return undefined;
}

/** Whether both are whole URLs with the same scheme, host and port. */
export function sameOrigin(url: string, baseUrl: string): boolean {
	const [one, other] = [parsed(url), parsed(baseUrl)];
	return one !== undefined && other !== undefined && one.origin === other.origin;
}

function parsed(text: string): URL | undefined {
	return URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
}
