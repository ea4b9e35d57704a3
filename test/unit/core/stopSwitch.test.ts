import { StopSwitch } from '../../../nodes/core/stopSwitch';

describe('StopSwitch', () => {
	it('gives each task a signal of its own, and fires all of them', async () => {
		const stopSwitch = new StopSwitch();
		const signals: AbortSignal[] = [];
		const task = async (signal: AbortSignal): Promise<string> => {
			signals.push(signal);
			return await new Promise((resolve) => {
				signal.addEventListener('abort', () => {
					resolve('stopped');
				});
			});
		};
		const tasks = [stopSwitch.during(task), stopSwitch.during(task)];
		expect(new Set([stopSwitch.signal, ...signals]).size).toBe(3);
		stopSwitch.stop();
		await expect(Promise.all(tasks)).resolves.toEqual(['stopped', 'stopped']);
		expect(stopSwitch.signal.aborted).toBe(true);
	});

	it('fires for tasks that begin later, and lets go of those that have ended or failed', async () => {
		const stopSwitch = new StopSwitch();
		const kept: AbortSignal[] = [];
		const keep = async (signal: AbortSignal): Promise<boolean> => {
			kept.push(signal);
			return await Promise.resolve(signal.aborted);
		};
		await expect(stopSwitch.during(keep)).resolves.toBe(false);
		await expect(
			stopSwitch.during(async (signal) => {
				await keep(signal);
				throw new Error('failed');
			}),
		).rejects.toThrow('failed');
		stopSwitch.stop();
		expect(kept.map(({ aborted }) => aborted)).toEqual([false, false]);
		await expect(stopSwitch.during(keep)).resolves.toBe(true);
	});
});
