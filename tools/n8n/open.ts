import { randomBytes } from 'node:crypto';

import { CLICKSTACK_IDS, type Fault } from '../emulator';
import { seedTables } from './examples/seedTables';
import { EMAIL } from './harness/browser';
import { modelCredential, openChatModel } from './harness/chatModel';
import { endChildren } from './harness/children';
import { faultOf } from './harness/fault';
import { isFree } from './harness/freePort';
import { Opened } from './harness/opened';
import { openPlayedN8n, type PlayedN8n } from './harness/playedN8n';
import { progress } from './harness/progress';
import { installPackage, openStage } from './harness/stage';
import { loadEagerly, watchSources } from './harness/watchSources';
import { example } from './harness/workflows';
import {
	evaluateAlerts,
	FIRST_EXAMPLE,
	playgroundOptions,
	playgroundWorkflows,
} from './playground';
import { playgroundScript } from './playgroundModel';

const USUAL_PORT = '5678';
const WATCH = '--watch';
const ALERT_TURN_MS = 20_000;
const SAVE_HINT =
	'\n  Save a file in nodes/, credentials/ or icons/: n8n loads it, and notifies the open editor.';
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * n8n runs until stopped, on PORT or the default port. `--watch` loads source changes. FAULT makes the API fail.
 * Returns the exit code.
 */
async function main(port: string, watch: boolean, fault: Fault | undefined): Promise<number> {
	if (!(await isFree(Number(port)))) {
		console.error(
			`Port ${port} is taken. End what listens there, or choose another: PORT=5679 npm run ${watch ? 'dev' : 'n8n'}`,
		);
		return 1;
	}
	const opened = new Opened();
	const stop = stopOnSignals();
	try {
		// n8n requires a capital letter and a digit.
		const password = `N8-${randomBytes(12).toString('base64url')}`;
		const n8n = await openReadyN8n(opened, port, watch, password);
		if (fault !== undefined) n8n.emulator.faults.add(fault);
		turnAlerts(opened, n8n);
		sayWhatToTry(n8n, password, watch ? SAVE_HINT : '');
		await untilEnd(n8n, stop);
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

async function openReadyN8n(opened: Opened, port: string, watch: boolean, password: string) {
	const installed = await installPackage(opened);
	const stage = await openStage(opened, installed, playgroundOptions(), {
		N8N_PORT: port,
		N8N_RUNNERS_MODE: 'internal',
		...(watch ? { N8N_DEV_RELOAD: 'true' } : {}),
	});
	if (watch) loadEagerly(stage.packageFolder);
	const model = await openChatModel();
	opened.add(model.close);
	model.play(playgroundScript);
	progress('Starting n8n, with the owner’s account, credentials and example workflows');
	const ready = await openPlayedN8n(opened, stage, {
		credentials: [modelCredential(model)],
		editor: true,
		password,
		workflows: playgroundWorkflows(`http://localhost:${port}`),
		onMail: ({ to, subject, text }) => {
			progress(`A mail to ${to}: ${subject}\n${text.replace(/^/gm, '          ')}`);
		},
	});
	await seedTables(ready);
	if (watch) {
		progress('Compiling the sources into it, now and after each change');
		await watchSources(opened, stage.packageFolder);
	}
	return ready;
}

/** Alerts fire and recover in turn until the end. */
function turnAlerts(opened: Opened, { emulator }: PlayedN8n): void {
	let breaches = false;
	const timer = setInterval(() => {
		breaches = !breaches;
		void evaluateAlerts(emulator.state, breaches);
	}, ALERT_TURN_MS);
	opened.add(() => {
		clearInterval(timer);
	});
}

/** The first signal ends everything that runs. Further signals only print a message. */
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

function sayWhatToTry({ emulator, url }: PlayedN8n, password: string, hint: string): void {
	const { FAULT = '' } = process.env;
	const { backupId, kafkaPipeId, serviceId, stoppedPipeId } = emulator.ids;
	const named = (name: string) => `"${example(name).name}"`;
	console.log(`
Ready: ${url.replace('127.0.0.1', 'localhost')}/home/workflows

  E-mail    ${EMAIL}
  Password  ${password}
  Emulator  ${emulator.url}
  Fault     ${FAULT === '' ? 'none; FAULT=503:1 lets the API fail once' : FAULT}

  The emulator knows
  Service   ${serviceId}
  Pipes     ${kafkaPipeId} (running), ${stoppedPipeId} (stopped)
  Backup    ${backupId}
  Dashboard ${CLICKSTACK_IDS.dashboardId}, watched by alert ${CLICKSTACK_IDS.alertId}

  Open ${named(FIRST_EXAMPLE)} and press "Execute workflow": its mail is shown here.
  In the examples of agents, a script plays the model.
  With dryRun set to false in its Settings, ${named('pipes-from-sheet')} creates pipes,
  and ${named('pipes-by-day')} stops them.
  Add a ClickHouse Cloud Management node, choose an operation, and add Dry Run under Options.
  Every 20 seconds, the alerts fire or recover: publish ${named('alert-at-once')}.
  In a credential, change one letter of the key and save: its test says what is wrong.${hint}

  Ctrl-C ends all of it; nothing is kept.
`);
}

/** Throws if n8n ends by itself. */
async function untilEnd({ running }: PlayedN8n, { signal }: AbortController): Promise<void> {
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
		const unknown = process.argv.slice(2).filter((argument) => argument !== WATCH);
		if (unknown.length > 0) {
			throw new Error(
				`Unknown: ${unknown.join(' ')}. The only argument is ${WATCH}. Set PORT and FAULT as environment variables, such as PORT=5679 npm run n8n.`,
			);
		}
		return await main(PORT, process.argv.includes(WATCH), faultOf(FAULT));
	} catch (error) {
		console.error(error instanceof Error ? error.message : error);
		return 1;
	}
}

void started().then((code) => {
	process.exitCode = code;
});
