/** Joins a credential's base URL, its own path kept, and a planned path. */
export function requestUrl(baseUrl: unknown, path: string): string {
	return `${String(baseUrl).trim().replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`;
}
