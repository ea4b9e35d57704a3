/** Returns a number of things: "1 tile", "3 tiles". */
export function counted(count: number, thing: string): string {
	return `${String(count)} ${thing}${count === 1 ? '' : 's'}`;
}
