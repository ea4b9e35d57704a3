/** Returns an HTML page with a title. */
export function page(title: string): string {
	return `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`;
}
