import type { ChildProcess } from 'node:child_process';

const running = new Set<ChildProcess>();
let ending = false;

/** Tracks a process until it ends, so that `endChildren` reaches it. */
export function tracked<Child extends ChildProcess>(child: Child): Child {
	running.add(child);
	child.once('exit', () => running.delete(child));
	return child;
}

/** Call this before starting a process. It throws if all processes are being ended. */
export function mayStart(): void {
	if (ending) throw new Error('No process is started any more: all are being ended');
}

/** Ends every process and prevents new ones, so that anything waiting for a process fails. */
export function endChildren(): void {
	ending = true;
	for (const child of running) child.kill('SIGTERM');
}
