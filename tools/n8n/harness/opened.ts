type Close = () => Promise<void> | void;

/** Resources are closed in reverse order, even if opening fails halfway. */
export class Opened {
	private readonly closes: Close[] = [];

	add(close: Close): void {
		this.closes.push(close);
	}

	/** Continues after a failure, and throws at the end. */
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
