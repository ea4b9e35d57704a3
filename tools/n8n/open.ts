import { CLICKSTACK_IDS, type Fault } from '../emulator';
import { endChildren } from './harness/children';
import { faultOf } from './harness/fault';
import { isFree } from './harness/freePort';
import { Opened } from './harness/opened';
import { progress } from './harness/progress';
import { type ReadyN8n, startReadyN8n } from './harness/readyN8n';
import { example } from './harness/workflows';

const USUAL_PORT = '5678';
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Leaves an n8n open until it is asked to stop, with the port in PORT or the usual one; returns the exit code. With
 * `--watch` it loads each change of the sources. The API fails as FAULT defines.
 */
async function main(port: number, watch: boolean, fault: Fault | undefined): Promise<number> {
	if (!(await isFree(port))) {
		console.error(
			`Port ${String(port)} is taken. End what listens there, or choose another: PORT=5679 npm run ${watch ? 'dev' : 'n8n'}`,
		);
		return 1;
	}
	const opened = new Opened();
	const stop = stopOnSignals();
	try {
		const ready = await startReadyN8n(opened, { port, watch });
		if (fault !== undefined) ready.emulator.faults.add(fault);
		sayWhatToTry(ready, { port, watch });
		await untilEnd(ready, stop);
		return 0;
	} catch (error) {
		if (stop.signal.aborted) return 0;
		console.error(error);
		return 1;
	} finally {
		await opened.close();
		progress('Stopped: no process and no temporary folder is left');
	}
}

/** Aborts at the first signal and ends everything under way; further ones are only answered. */
function stopOnSignals(): AbortController {
	const stop = new AbortController();
	for (const signal of SIGNALS) {
		process.on(signal, () => {
			if (stop.signal.aborted) {
				progress('Already stopping; n8n has up to twenty seconds to end');
				return;
			}
			progress('Stopping');
			stop.abort();
			endChildren();
		});
	}
	return stop;
}

function sayWhatToTry(
	{ emulator, login }: ReadyN8n,
	{ port, watch }: { port: number; watch: boolean },
): void {
	const { FAULT = '' } = process.env;
	const { backupId, kafkaPipeId, serviceId, stoppedPipeId } = emulator.ids;
	const named = (name: string) => `"${example(name).name}"`;
	const lines = [
		`Ready: http://localhost:${String(port)}`,
		'',
		`  E-mail    ${login.email}`,
		`  Password  ${login.password}`,
		`  Emulator  ${emulator.managementUrl}`,
		`  Fault     ${FAULT === '' ? 'none; FAULT=503:1 lets the API fail once' : FAULT}`,
		'',
		'  The emulator knows',
		`  Service   ${serviceId}`,
		`  Pipes     ${kafkaPipeId} (running), ${stoppedPipeId} (stopped)`,
		`  Backup    ${backupId}`,
		`  Dashboard ${CLICKSTACK_IDS.dashboardId}`,
		'',
		`  Open ${named('weekly-digest')} and press "Execute workflow": its mail is shown here.`,
		`  With dryRun set to false in its Settings, ${named('pipes-from-sheet')} creates pipes,`,
		`  and ${named('pipes-by-day')} stops them.`,
		'  Add a ClickHouse Cloud Management node, choose an operation, and add Dry Run under Options.',
		'  In a credential, change one letter of the key and save: its test says what is wrong.',
		...(watch
			? [
					'  Save a file in nodes/, credentials/ or icons/: n8n loads it, and notifies the open editor.',
				]
			: []),
		'',
		'  Ctrl-C ends all of it; nothing is kept.',
	];
	console.log(`\n${lines.join('\n')}\n`);
}

/** Waits until a stop is requested. Throws if n8n ends by itself. */
async function untilEnd({ running }: ReadyN8n, { signal }: AbortController): Promise<void> {
	await new Promise<void>((resolve, reject) => {
		if (signal.aborted) resolve();
		signal.addEventListener('abort', () => {
			resolve();
		});
		running.child.once('exit', (code) => {
			reject(new Error(`n8n ended by itself with ${String(code)}`));
		});
	});
}

async function started(): Promise<number> {
	const { FAULT, PORT = USUAL_PORT } = process.env;
	try {
		return await main(Number(PORT), process.argv.includes('--watch'), faultOf(FAULT));
	} catch (error) {
		console.error(error instanceof Error ? error.message : error);
		return 1;
	}
}

void started().then((code) => {
	process.exitCode = code;
});
