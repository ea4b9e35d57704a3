import { parseArgs } from 'node:util';
import { type Emulator, startEmulator } from '.';
import type { LoggedRequest } from './requestLog';

const USAGE = `Starts the emulator of both APIs on 127.0.0.1 and prints every request.

  --port <number>                  a port; without it, a free one is taken
  --base-path <path>               a path in front of /v1 and /api/v2
  --pipes-segment <text>           the spelling of "pipes" (default pipes)
  --engine-setting-prefix <text>   the spelling of "engine_" (default engine_)
  --latency <ms>                   wait so long before each answer
  --help                           show this
`;

function readArguments() {
	return parseArgs({
		options: {
			port: { type: 'string', default: '0' },
			'base-path': { type: 'string', default: '' },
			'pipes-segment': { type: 'string', default: 'pipes' },
			'engine-setting-prefix': { type: 'string', default: 'engine_' },
			latency: { type: 'string', default: '0' },
			help: { type: 'boolean', default: false },
		},
	}).values;
}

/** Reads a whole number from an argument. Throws if it is not one. */
function wholeNumber(name: string, text: string): number {
	if (!/^\d+$/.test(text)) throw new Error(`--${name} takes a whole number, not "${text}"`);
	return Number(text);
}

function print(line: string): void {
	process.stdout.write(`${line}\n`);
}

function printRequest(request: LoggedRequest): void {
	const at = new Date(request.at).toISOString();
	const status = request.status ?? 'no answer';
	const operation = request.operationId ?? 'unknown operation';
	print(`${at} ${request.method} ${request.path} ${String(status)} ${operation}`);
}

function printStart(emulator: Emulator): void {
	print(`Management API: ${emulator.managementUrl}`);
	print(`Dashboard API:  ${emulator.dashboardUrl}`);
	print(`Credentials:    ${JSON.stringify(emulator.credentials, null, 2)}`);
	print(`Ids:            ${JSON.stringify(emulator.ids, null, 2)}`);
	print('Ready. Ctrl-C stops it.');
}

async function main(): Promise<void> {
	const values = readArguments();
	if (values.help) {
		print(USAGE);
		return;
	}
	const emulator = await startEmulator({
		port: wholeNumber('port', values.port),
		basePath: values['base-path'],
		pipesSegment: values['pipes-segment'],
		engineSettingPrefix: values['engine-setting-prefix'],
		latency: { baseMs: wholeNumber('latency', values.latency) },
		keepRequests: 1000,
		onRequest: printRequest,
	});
	printStart(emulator);
	const stop = () => {
		emulator.close().then(
			() => {
				print('Stopped.');
			},
			(error: unknown) => {
				print(String(error));
				process.exitCode = 1;
			},
		);
	};
	process.once('SIGINT', stop);
	process.once('SIGTERM', stop);
}

main().catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
});
