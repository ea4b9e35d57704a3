import { progress } from './progress';

interface CheckResult {
	suite: string;
	titles: readonly string[];
	status: 'passed' | 'failed';
}

/** Runs checks one after another and records their results. */
export class Checks {
	readonly results: CheckResult[] = [];

	private readonly failures: string[] = [];

	private current = '';

	get passed(): number {
		return this.results.filter(({ status }) => status === 'passed').length;
	}

	get failed(): number {
		return this.results.length - this.passed;
	}

	/** What failed, repeated: in a long log, it is far above the totals. */
	get report(): string {
		return this.failures.join('\n');
	}

	/** Runs a suite; its checks are recorded under its name. One that throws fails, and the others still run. */
	async suite(name: string, body: () => Promise<void>): Promise<void> {
		const outer = this.current;
		this.current = name;
		try {
			await body();
		} catch (error) {
			this.fail(`the suite "${name}" runs to its end`, error);
		} finally {
			this.current = outer;
		}
	}

	/** Runs one check and prints its result; a check fails by throwing, and the others still run. */
	async check(name: string, body: () => Promise<void> | void): Promise<void> {
		try {
			await body();
			this.results.push({ suite: this.current, titles: [name], status: 'passed' });
			progress(`  ✓ ${name}`);
		} catch (error) {
			this.fail(name, error);
		}
	}

	private fail(name: string, error: unknown): void {
		this.results.push({ suite: this.current, titles: [name], status: 'failed' });
		const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
		const failure = `  ✗ ${name}\n${text.replace(/^/gm, '          ')}`;
		this.failures.push(`${this.current}:${failure}`);
		progress(failure);
	}
}
