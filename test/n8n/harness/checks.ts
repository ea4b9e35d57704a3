import { progress } from './progress';

/** Runs checks one after another and counts how they went. */
export class Checks {
	passed = 0;

	failed = 0;

	/** Runs one check and prints how it went; a check fails by throwing, and the others still run. */
	async check(name: string, body: () => Promise<void> | void): Promise<void> {
		try {
			await body();
			this.passed += 1;
			progress(`  ✓ ${name}`);
		} catch (error) {
			this.failed += 1;
			const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
			progress(`  ✗ ${name}\n${text.replace(/^/gm, '          ')}`);
		}
	}
}
