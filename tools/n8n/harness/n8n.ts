import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';

import pLimit from 'p-limit';

import { mayStart, tracked } from './children';
import { freePort, isFree } from './freePort';
import type { InstalledN8n } from './install';
import { progress } from './progress';
import { mustRun } from './run';
import { until } from './until';

/** A start usually takes ten seconds, but minutes on a busy machine. */
const LONGEST_START_SECONDS = 600;
/** If n8n doesn't start, the error shows this many lines of its log. */
const LOGGED_LINES = 30;
/** Matches n8n's message about a taken port: its own, its task broker's, or a worker's. */
const PORT_TAKEN = /port \d+ is already in use|EADDRINUSE/i;
/** If ports are taken, n8n is started at most this many times. */
const MAX_STARTS = 5;

/** Starts two n8n at a time. A start only computes, so more of them in parallel would slow each other down. */
export const inStartQueue = pLimit(2);

/** n8n keeps its data in a single folder and calls no other host. */
export async function environmentOf(
	{ compileCache, nodeFolder }: InstalledN8n,
	userFolder: string,
	more: NodeJS.ProcessEnv = {},
): Promise<NodeJS.ProcessEnv> {
	const off = ['DIAGNOSTICS', 'VERSION_NOTIFICATIONS', 'TEMPLATES', 'PERSONALIZATION'];
	return {
		PATH: `${nodeFolder}${path.delimiter}${process.env.PATH ?? ''}`,
		HOME: userFolder,
		N8N_USER_FOLDER: userFolder,
		N8N_ENCRYPTION_KEY: 'only-for-tests-on-this-machine',
		...(await freePorts()),
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_RUNNERS_BROKER_LISTEN_ADDRESS: '127.0.0.1',
		...Object.fromEntries(off.map((name) => [`N8N_${name}_ENABLED`, 'false'])),
		N8N_SECURE_COOKIE: 'false',
		// Starts no process for Code nodes, because no workflow here has any and it would take a third of n8n's start.
		N8N_RUNNERS_MODE: 'external',
		N8N_RUNNERS_AUTH_TOKEN: 'nobody-has-it',
		// A cache of compiled modules saves a second or two per start.
		NODE_COMPILE_CACHE: compileCache,
		...more,
	};
}

async function freePorts(): Promise<NodeJS.ProcessEnv> {
	const [port, broker] = [String(await freePort()), String(await freePort())];
	// Sets the port twice, because a worker reads it from QUEUE_HEALTH_CHECK_PORT.
	return { N8N_PORT: port, QUEUE_HEALTH_CHECK_PORT: port, N8N_RUNNERS_BROKER_PORT: broker };
}

/** Throws if the n8n command fails. */
export async function n8nCommand(
	{ nodeFolder, script }: InstalledN8n,
	env: NodeJS.ProcessEnv,
	...args: string[]
): Promise<string> {
	return await mustRun(path.join(nodeFolder, 'node'), [script, ...args], { env });
}

export function logOf(userFolder: string): string {
	return path.join(userFolder, 'n8n.log');
}

export interface RunningN8n {
	url: string;
	child: ChildProcess;
	/** Waits for n8n's end. */
	stop: () => Promise<void>;
	/** Kills n8n, like a crash. */
	kill: () => Promise<void>;
}

/** The process is killed if it hasn't ended after this many seconds. */
export async function ended(
	child: ChildProcess,
	signal: NodeJS.Signals,
	seconds = 20,
): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	const end = new Promise<void>((resolve) => child.once('exit', () => resolve()));
	child.kill(signal);
	const hard = setTimeout(() => child.kill('SIGKILL'), seconds * 1000);
	await end;
	clearTimeout(hard);
}

/**
 * Waits until the command is ready. Without the editor, which only a browser needs, a start takes two thirds of the
 * time. n8n binds its ports seconds after they were found free, so if another process was faster, n8n starts again with
 * other ports.
 */
export async function startN8n(
	n8n: InstalledN8n,
	env: NodeJS.ProcessEnv,
	{ args = ['start'], editor = false } = {},
): Promise<RunningN8n> {
	for (let starts = 1; ; starts += 1) {
		try {
			const environment = { ...env, N8N_DISABLE_UI: String(!editor) };
			return await inStartQueue(() => startOnce(n8n, environment, args));
		} catch (error) {
			if (starts === MAX_STARTS || !PORT_TAKEN.test(String(error))) throw error;
			progress('Another process took a port of n8n: starting it with other ports');
			Object.assign(env, await freePorts());
		}
	}
}

async function startOnce(
	{ nodeFolder, script }: InstalledN8n,
	env: NodeJS.ProcessEnv,
	args: string[],
): Promise<RunningN8n> {
	mayStart();
	// Another n8n on the port would respond as if it were this one.
	for (const port of [env.N8N_PORT, env.N8N_RUNNERS_BROKER_PORT]) {
		if (port !== undefined && !(await isFree(Number(port)))) {
			throw new Error(`Port ${port} is already in use`);
		}
	}
	// The log goes directly to the file, so that a kill loses nothing.
	const logFile = logOf(env.N8N_USER_FOLDER ?? '.');
	const file = openSync(logFile, 'a');
	const { size } = fstatSync(file);
	const command = [script, ...args];
	const stdio: StdioOptions = ['ignore', file, file];
	const child = tracked(spawn(path.join(nodeFolder, 'node'), command, { env, stdio }));
	closeSync(file);
	const url = `http://127.0.0.1:${env.N8N_PORT ?? ''}`;
	const stop = () => ended(child, 'SIGTERM');
	try {
		await until(`n8n is ready at ${url}`, () => isReady(url, child), LONGEST_START_SECONDS);
	} catch (error) {
		await ended(child, 'SIGKILL');
		const log = readFileSync(logFile).subarray(size).toString().trim();
		const tail = log.split('\n').slice(-LOGGED_LINES).join('\n');
		throw new Error(`n8n ${args.join(' ')} does not start; its log ends with:\n${tail}`, {
			cause: error,
		});
	}
	return { url, child, stop, kill: () => ended(child, 'SIGKILL') };
}

async function isReady(url: string, child: ChildProcess): Promise<boolean> {
	const end = child.exitCode ?? child.signalCode;
	if (end !== null) throw new Error(`n8n ended with ${String(end)}`);
	// If another process has the port, it may never respond.
	const signal = AbortSignal.timeout(5000);
	const answer = await fetch(`${url}/healthz/readiness`, { signal }).catch(() => undefined);
	return answer?.ok === true;
}
