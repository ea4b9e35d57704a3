type Close = () => Promise<void> | void;

/** Resources are closed in reverse order, even if opening fails halfway. */
export class Opened {
	private readonly closes: Close[] = [];

	add(close: Close): void {
		this.closes.push(close);
	}

	/** Closes everything even if closing a part fails, then throws all failures together. */
	async close(): Promise<void> {
		const failures: unknown[] = [];
		for (const close of this.closes.splice(0).reverse()) {
			try {
				await close();
			} catch (error) {
				failures.push(error);
			}
		}
		if (failures.length > 0) throw new AggregateError(failures, 'Not everything could be closed');
	}
}
