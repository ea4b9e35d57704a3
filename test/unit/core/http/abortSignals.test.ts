import { AbortSignals } from '../../../../nodes/core/http/abortSignals';

describe('AbortSignals', () => {
	it('gives each task a signal of its own, and fires all of them', async () => {
		const abortSignals = new AbortSignals();
		const signals: AbortSignal[] = [];
		const task = async (signal: AbortSignal): Promise<string> => {
			signals.push(signal);
			return await new Promise((resolve) => {
				signal.addEventListener('abort', () => {
					resolve('stopped');
				});
			});
		};
		const tasks = [abortSignals.run(task), abortSignals.run(task)];
		expect(new Set([abortSignals.signal, ...signals]).size).toBe(3);
		abortSignals.abort();
		await expect(Promise.all(tasks)).resolves.toEqual(['stopped', 'stopped']);
		expect(abortSignals.signal.aborted).toBe(true);
	});

	it('fires for tasks that begin later, and lets go of those that have ended or failed', async () => {
		const abortSignals = new AbortSignals();
		const kept: AbortSignal[] = [];
		const keep = async (signal: AbortSignal): Promise<boolean> => {
			kept.push(signal);
			return await Promise.resolve(signal.aborted);
		};
		await expect(abortSignals.run(keep)).resolves.toBe(false);
		await expect(
			abortSignals.run(async (signal) => {
				await keep(signal);
				throw new Error('failed');
			}),
		).rejects.toThrow('failed');
		abortSignals.abort();
		expect(kept.map(({ aborted }) => aborted)).toEqual([false, false]);
		await expect(abortSignals.run(keep)).resolves.toBe(true);
	});
});
