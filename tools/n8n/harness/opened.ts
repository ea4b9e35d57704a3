type Close = () => Promise<void> | void;

/** Resources that were opened one after another and must be closed, even if opening fails half-way. */
export class Opened {
	private readonly closes: Close[] = [];

	add(close: Close): void {
		this.closes.push(close);
	}

	/** Closes all, the last opened first. One that cannot be closed does not keep the others open; then this throws. */
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
