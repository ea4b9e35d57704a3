import { withDeadline } from '../../../../nodes/core/http/deadline';
import { DeadlineExceeded } from '../../../../nodes/core/http/networkError';

const never = new AbortController().signal;

describe('withDeadline', () => {
	const untilAborted = async (signal: AbortSignal): Promise<never> =>
		await new Promise((_, reject) => {
			const fail = (): void => {
				reject(new Error('broken off'));
			};
			if (signal.aborted) fail();
			signal.addEventListener('abort', fail);
		});

	it('returns what the task returns in time', async () => {
		const message = () => 'late';
		await expect(
			withDeadline(1000, never, message, async () => await Promise.resolve(5)),
		).resolves.toBe(5);
	});

	it('ends the task when the time is over, with a message of that moment', async () => {
		let message = 'first';
		const late = withDeadline(20, never, () => message, untilAborted);
		message = 'then';
		await expect(late).rejects.toEqual(new DeadlineExceeded('then'));
		await expect(late).rejects.toBeInstanceOf(DeadlineExceeded);
	});

	it.each(['before', 'meanwhile'])(
		'ends the task when the execution is stopped %s',
		async (when) => {
			const controller = new AbortController();
			if (when === 'before') controller.abort();
			const stopped = withDeadline(10_000, controller.signal, () => 'late', untilAborted);
			controller.abort();
			await expect(stopped).rejects.toThrow('broken off');
		},
	);
});
