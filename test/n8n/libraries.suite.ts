import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { Checks } from './harness/checks';
import { putEmptyDatabase } from './harness/emptyDatabase';
import { ownerCookie } from './harness/browser';
import { environmentOf, startN8n } from './harness/n8n';
import { addTarball } from './harness/packedPackage';
import { progress } from './harness/progress';
import { addWorkflow, outputOf, runToEnd } from './harness/restRun';
import { mustRun } from './harness/run';
import { credentialsFor, importInto, type Stage } from './harness/stage';
import { chainOf, type Workflow, workflowNode } from './harness/workflows';

const LIBRARIES = ['n8n-workflow', 'zod/v3', 'p-limit', 'luxon'];
/** Other major versions than those that n8n provides, as another community package may bring them. */
const OTHERS = { zod: '4.6.7', luxon: '2.5.2', 'p-limit': '7.3.3' };
const SIBLING = 'n8n-nodes-sibling';
const PACKAGE = 'n8n-nodes-cloud-management';
const TRIGGER = 'State Changed';

/** Checks that the package finds the libraries it relies on, also where another package brings its own. */
export async function librariesSuite(checks: Checks, stage: Stage): Promise<void> {
	progress('Package: does it find its libraries?');
	const { n8n, env, packageFolder } = stage;
	const node = path.join(n8n.nodeFolder, 'node');
	for (const name of LIBRARIES) {
		await checks.check(`"${name}" resolves from the installed package`, async () => {
			const code = `require('module').createRequire(${JSON.stringify(`${packageFolder}/`)})(${JSON.stringify(name)})`;
			await mustRun(node, ['-e', code], { env: { ...env, NODE_PATH: pathsOf(n8n.folder) } });
		});
	}
	const folder = mkdtempSync(path.join(tmpdir(), 'cloud-management-siblings-'));
	try {
		await besideSibling(checks, stage, folder);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** The folders that n8n adds to the search path when it starts. */
function pathsOf(folder: string): string {
	const modules = path.join(folder, 'node_modules');
	return [path.join(modules, 'n8n', 'node_modules'), modules].join(path.delimiter);
}

async function besideSibling(checks: Checks, stage: Stage, folder: string): Promise<void> {
	progress('Package: does it behave the same next to other versions of them?');
	const alone = userFolderIn(folder, 'alone', stage);
	const shared = userFolderIn(folder, 'shared', stage);
	await addTarball(await packSibling(folder), shared);
	await checks.check("the package would find the other package's libraries first", () => {
		const nodes = path.join(shared, '.n8n', 'nodes');
		const from = createRequire(path.join(nodes, 'node_modules', PACKAGE, 'index.js'));
		for (const [name, version] of Object.entries(OTHERS)) {
			const [modules = ''] = from.resolve.paths(name)?.slice(1) ?? [];
			const manifest = readFileSync(path.join(modules, name, 'package.json'), 'utf8');
			assert.equal(JSON.parse(manifest).version, version);
		}
	});
	await checks.check('outputs and messages are the same with them', async () => {
		const [expected, actual] = [await played(stage, alone), await played(stage, shared)];
		assert.deepEqual(actual, expected);
		const texts = JSON.stringify(expected);
		for (const text of ['must be text', 'turn on the option Allow Unlisted Values']) {
			assert.ok(texts.includes(text), `Nothing says "${text}": ${texts}`);
		}
	});
}

/** A user folder with the package installed and an empty database. */
function userFolderIn(folder: string, name: string, { userFolder }: Stage): string {
	const own = path.join(folder, name);
	const nodes = path.join('.n8n', 'nodes');
	cpSync(path.join(userFolder, nodes), path.join(own, nodes), { recursive: true });
	return own;
}

/** Packs a community package without nodes that depends on the other versions. */
async function packSibling(folder: string): Promise<string> {
	const source = path.join(folder, SIBLING);
	mkdirSync(source);
	const n8n = { n8nNodesApiVersion: 1, credentials: [], nodes: [] };
	const manifest = { name: SIBLING, version: '1.0.0', n8n, dependencies: OTHERS };
	writeFileSync(path.join(source, 'package.json'), JSON.stringify(manifest));
	await mustRun('npm', ['pack', '--pack-destination', folder], { cwd: source });
	return path.join(folder, `${SIBLING}-1.0.0.tgz`);
}

/** What every node outputs in an n8n of its own: by item, and polled. */
async function played(stage: Stage, userFolder: string): Promise<object[]> {
	const { n8n, emulator } = stage;
	const env = await environmentOf(n8n, userFolder);
	await putEmptyDatabase(n8n, userFolder);
	await importInto({ n8n, env, userFolder }, 'credentials', credentialsFor(emulator));
	const running = await startN8n(n8n, env);
	try {
		const cookie = await ownerCookie(running.url);
		const outputs: object[] = [];
		for (const [workflow, trigger] of [[byHand(stage)], [polled(stage), TRIGGER]] as const) {
			const id = await addWorkflow(running.url, cookie, workflow);
			const run = await runToEnd(running.url, cookie, id, trigger);
			outputs.push(Object.fromEntries(outputOf(n8n, run)));
		}
		return outputs;
	} finally {
		await running.stop();
	}
}

const CREDENTIALS = {
	cloudManagementApi: { id: 'management', name: 'Cloud Management' },
	cloudDashboardApi: { id: 'dashboard', name: 'Cloud Dashboard' },
};

/** One node for each kind of check: what is valid is not sent, and what is invalid is an item. */
function byHand({ emulator }: Stage): Workflow {
	const { serviceId, dashboardId } = emulator.ids;
	const pipe = { resource: 'pipe', operation: 'create', serviceId, pipeInput: 'json' };
	const byoc = { resource: 'byocInfrastructure', operation: 'create', accountId: '1' };
	const cases: [string, Record<string, unknown>, object?][] = [
		['Invalid Kinesis', { ...pipe, pipeJson: kinesis({ timestamp: 1.5, format: 'CSV' }) }],
		['Invalid Kafka', { ...pipe, pipeJson: kafka('2026-02-30T00:00') }],
		['Unlisted', { ...pipe, pipeJson: kinesis({ format: 'CSV' }) }, { allowUnlisted: true }],
		['Kafka', { ...pipe, pipeJson: kafka('2026-02-28T00:00') }],
		['Kinesis', { ...pipe, pipeJson: kinesis({ timestamp: 1780237859 }) }],
		['Wrong Range', { ...byoc, availabilityZoneSuffixes: ['a'], vpcCidrRange: '10.0.0.0/33' }],
		['Range', { ...byoc, availabilityZoneSuffixes: ['a'], vpcCidrRange: '10.0.0.0/16' }],
		[
			'Activities',
			{ resource: 'activity', operation: 'getAll', filters: { since: '2026-13-01', until: '1' } },
		],
		[
			'Dashboard',
			{
				...{ resource: 'dashboard', operation: 'update', dashboardId, dashboardInput: 'json' },
				dashboardJson: '{"name":1,"tiles":[{"x":"1"}],"tags":[]}',
			},
		],
	];
	const nodes = cases.map(([name, parameters, options]) => {
		const type = `${PACKAGE}.${name === 'Dashboard' ? 'cloudDashboard' : 'cloudManagement'}`;
		return {
			...workflowNode(name, type, 1, { ...parameters, options: { ...options, dryRun: true } }),
			...{ credentials: CREDENTIALS, onError: 'continueRegularOutput', executeOnce: true },
		};
	});
	return chainOf('libraries', {}, [
		workflowNode('By Hand', 'n8n-nodes-base.manualTrigger', 1),
		...nodes,
	]);
}

const COLUMNS = [{ name: 'id', type: 'UInt64' }];
const DESTINATION = {
	...{ database: 'default', table: 'orders', managedTable: false },
	columns: COLUMNS,
};

function kinesis(changes: object): string {
	const source = { streamName: 'orders', region: 'us-east-1', ...changes };
	return JSON.stringify({
		name: 'Orders',
		source: { kinesis: source },
		destination: DESTINATION,
	});
}

function kafka(timestamp: string): string {
	const offset = { strategy: 'from_timestamp', timestamp };
	const source = { type: 'kafka', brokers: 'a.example.com:9092', topics: 'orders', offset };
	return JSON.stringify({ name: 'Orders', source: { kafka: source }, destination: DESTINATION });
}

function polled({ emulator }: Stage): Workflow {
	const parameters = { event: 'serviceStateChanged', serviceIds: emulator.ids.serviceId };
	const trigger = workflowNode(TRIGGER, `${PACKAGE}.cloudManagementTrigger`, 1, parameters);
	const { cloudManagementApi } = CREDENTIALS;
	return chainOf('polled', {}, [
		{ ...trigger, credentials: { cloudManagementApi } },
		workflowNode('Behind', 'n8n-nodes-base.noOp', 1),
	]);
}
