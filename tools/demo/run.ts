import path from 'node:path';

import type { ITaskData } from 'n8n-workflow';

import { counted } from '../../nodes/engine/text';
import { isJsonObject } from '../contract/json';
import { CLICKSTACK_IDS, type Emulator, startEmulator } from '../emulator';
import type { WorkflowFile } from '../engine/runWorkflow';
import { readWorkflow, runWorkflow } from '../engine/runWorkflow';
import { credentialsOf } from '../engine/workflow';
import { playgroundOptions } from '../n8n/playground';

const FILE = path.resolve(__dirname, '../../examples/demo.json');

/** The secrets are invented, because the emulator only checks where they are. */
const SOURCE = { method: 'usernamePassword', username: 'pipe', password: 'not-a-real-secret' };

const CODES = { bold: 1, dim: 2, red: 31, green: 32, cyan: 36 } as const;
const MAX_LENGTH = 1000;
const SECRETS: ReadonlySet<string> = new Set(['password', 'secretKey', 'connectionString']);

/** Text has colors only in a terminal. */
function paint(style: keyof typeof CODES, text: string): string {
	return process.stdout.isTTY ? `\u001b[${String(CODES[style])}m${text}\u001b[0m` : text;
}

/** Masks even invented secrets. */
function shortJson(value: unknown): string {
	const text = JSON.stringify(value, (name, member: unknown) =>
		SECRETS.has(name) ? '***' : member,
	);
	if (text.length <= MAX_LENGTH) return text;
	const end = text.lastIndexOf(',"', MAX_LENGTH) + 1;
	return `${text.slice(0, end)} … and ${counted(text.length - end, 'more character')}`;
}

/** Runs the demo workflow in n8n's engine against the emulator, and prints each node. */
async function demo(): Promise<boolean> {
	const workflow = sending(readWorkflow(FILE));
	console.log(paint('bold', workflow.name ?? 'Demo'));
	console.log('Starting the emulator of both APIs and loading the package into n8n’s engine …');
	const emulator = await startEmulator(playgroundOptions());
	console.log(`Both APIs: ${emulator.url}\n`);
	try {
		return await runIn(emulator, workflow);
	} finally {
		await emulator.close();
	}
}

/** Drops the note, and turns off the dry run that Settings would do. */
function sending(workflow: WorkflowFile): WorkflowFile {
	const nodes = workflow.nodes
		.filter(({ type }) => type !== 'n8n-nodes-base.stickyNote')
		.map((node) => {
			const { jsonOutput } = node.parameters;
			if (node.name !== 'Settings' || typeof jsonOutput !== 'string') return node;
			const { dashboardId, sourceId } = CLICKSTACK_IDS;
			const stored: unknown = JSON.parse(jsonOutput);
			const changes = { dryRun: false, dashboardId, sourceId };
			const settings = isJsonObject(stored) ? { ...stored, ...changes } : changes;
			const parameters = { ...node.parameters, jsonOutput: JSON.stringify(settings) };
			return { ...node, parameters };
		});
	return { ...workflow, nodes };
}

async function runIn(emulator: Emulator, workflow: WorkflowFile): Promise<boolean> {
	const count = workflow.nodes.length;
	let done = 0;
	let violations = 0;
	const { run, error } = await runWorkflow(workflow, {
		credentials: credentialsOf(emulator, { source: SOURCE }),
		onNodeStart: (node) => {
			done += 1;
			emulator.clearLog();
			console.log(paint('bold', `[${String(done)}/${String(count)}] ${node}`));
		},
		onNodeEnd: (_node, result) => {
			violations += emulator.violations.length;
			printRequests(emulator);
			printResult(result);
		},
	});
	const ran = Object.keys(run.data.resultData.runData).length;
	const passed = error === undefined && ran === count && violations === 0;
	if (error !== undefined)
		console.log(paint('red', `${error.message}\n${error.description ?? ''}`));
	const summary = `${String(ran)} of ${String(count)} nodes ran; the emulator found every request ${passed ? '' : 'NOT '}true to the contract.`;
	console.log(paint(passed ? 'green' : 'red', `\n${summary}`));
	return passed;
}

function printRequests({ requests }: Emulator): void {
	for (const { method, path: target, body, status } of requests) {
		console.log(`  ${paint('cyan', '→')} ${method} ${target}`);
		if (body !== undefined) console.log(`    ${paint('dim', shortJson(body))}`);
		console.log(`  ${paint('cyan', '←')} ${String(status)}`);
	}
}

function printResult({ data, executionTime, error }: ITaskData): void {
	const items = data?.main?.[0] ?? [];
	for (const { json } of items.slice(0, 2)) console.log(`    ${paint('dim', shortJson(json))}`);
	if (items.length > 2) console.log(`    ${paint('dim', `and ${String(items.length - 2)} more`)}`);
	const outcome = error === undefined ? paint('green', '✓') : paint('red', '✗');
	console.log(`  ${outcome} ${counted(items.length, 'item')} in ${String(executionTime)} ms\n`);
}

demo().then(
	(passed) => {
		process.exitCode = passed ? 0 : 1;
	},
	(error: unknown) => {
		console.error(error);
		process.exitCode = 1;
	},
);
