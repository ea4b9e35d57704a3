import type { ChildProcess } from 'node:child_process';

const running = new Set<ChildProcess>();
let ending = false;

/** Remembers a process until it ends, so that `endChildren` reaches it. */
export function tracked<Child extends ChildProcess>(child: Child): Child {
	running.add(child);
	child.once('exit', () => running.delete(child));
	return child;
}

/** Must be called before a process is started. Throws if all are being ended. */
export function mayStart(): void {
	if (ending) throw new Error('No process is started any more: all are being ended');
}

/** Asks every process to end, and lets no other start: anything that waits for one fails. */
export function endChildren(): void {
	ending = true;
	for (const child of running) child.kill('SIGTERM');
}
