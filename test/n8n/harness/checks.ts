import { progress } from '../../../tools/n8n/harness/progress';

interface CheckResult {
	suite: string;
	titles: readonly string[];
	status: 'passed' | 'failed';
}

/** Counts passed and failed checks for all suites of a run. */
export class Results {
	readonly all: CheckResult[] = [];

	/** A long log hides failures far above the totals, so they're repeated at the end. */
	readonly failures: string[] = [];

	get passed(): number {
		return this.all.filter(({ status }) => status === 'passed').length;
	}

	/** Runs a suite. If it throws, the other suites still run. */
	async suite(name: string, body: (checks: Checks) => Promise<void>): Promise<void> {
		const checks = new Checks(name, this);
		progress(`${name}: begins`);
		try {
			await body(checks);
			progress(`${name}: ends`);
		} catch (error) {
			checks.fail(`the suite "${name}" runs to its end`, error);
		}
	}
}

/** Runs a suite's checks one after another. */
export class Checks {
	constructor(
		private readonly suite: string,
		private readonly results: Results,
	) {}

	/** Runs a check and prints its result. If it throws, the other checks still run. */
	async check(name: string, body: () => Promise<void> | void): Promise<void> {
		try {
			await body();
			this.results.all.push({ suite: this.suite, titles: [name], status: 'passed' });
			progress(`${this.suite}: ✓ ${name}`);
		} catch (error) {
			this.fail(name, error);
		}
	}

	fail(name: string, error: unknown): void {
		this.results.all.push({ suite: this.suite, titles: [name], status: 'failed' });
		const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
		const failure = `✗ ${this.suite}: ${name}\n${text.replace(/^/gm, '    ')}`;
		this.results.failures.push(failure);
		progress(failure);
	}
}
