import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { Page } from 'playwright-core';

import { goTo } from '../../tools/n8n/editor/goTo';
import { openEditor, setUpOwner } from '../../tools/n8n/harness/browser';
import { bringIn } from '../../tools/n8n/harness/content';
import { logOf, startN8n } from '../../tools/n8n/harness/n8n';
import type { Opened } from '../../tools/n8n/harness/opened';
import { NODES, PACKAGE } from '../../tools/n8n/harness/packedPackage';
import { ask, type LoggedIn, send } from '../../tools/n8n/harness/rest';
import { addWorkflow, runToEnd } from '../../tools/n8n/harness/restRun';
import { credentialsFor, type Installed, openStage } from '../../tools/n8n/harness/stage';
import { chainOf, ownNode, workflowNode } from '../../tools/n8n/harness/workflows';
import type { Checks } from './harness/checks';
import { openRegistry } from './harness/registry';

const CARD = '[data-test-id="community-package-card"]';
const OTHER = 'n8n-nodes-other';
const OTHER_NODE =
	"exports.Other = class { description = { displayName: 'Other', name: 'other', group: ['transform'], version: 1, defaults: { name: 'Other' }, inputs: ['main'], outputs: ['main'], properties: [] } };";

/** The n8n lacks the package, and its npm only knows a registry on this machine. */
export async function openBareN8n(opened: Opened, installed: Installed) {
	const registry = await openRegistry(opened);
	const env = { N8N_LOG_LEVEL: 'debug', N8N_VERIFIED_PACKAGES_ENABLED: 'false' };
	const stage = await openStage(opened, installed, {}, env);
	stage.env.PATH = [registry.bin, stage.env.PATH].join(path.delimiter);
	await registry.publish(stage.packageFolder);
	rmSync(path.join(stage.userFolder, NODES), { recursive: true });
	const running = await startN8n(stage.n8n, stage.env, { editor: true });
	const cookie = await setUpOwner(running.url);
	const { browser, context } = await openEditor(stage.n8n, running.url, cookie);
	opened.add(() => browser.close());
	const page = await context.newPage();
	const bare = { ...stage, registry, running, url: running.url, cookie, page };
	opened.add(() => bare.running.stop());
	return bare;
}

/** Installs, updates, and uninstalls the package on n8n's page for community nodes. */
export async function installPageSuite(
	checks: Checks,
	n8n: Awaited<ReturnType<typeof openBareN8n>>,
): Promise<void> {
	const { page, registry, emulator, userFolder } = n8n;
	const packages = `${n8n.url}/settings/community-nodes`;
	const serviceId = { __rl: true, mode: 'id', value: emulator.ids.serviceId };
	const workflow = chainOf('installed', {}, [
		workflowNode('Run Manually', 'n8n-nodes-base.manualTrigger', 1),
		ownNode('Get', 'cloudManagement', { resource: 'service', operation: 'get', serviceId }),
	]);
	let described: object[] = [];
	await checks.check('the installed package runs immediately', async () => {
		await page.goto(packages);
		await install(page, PACKAGE);
		await bringIn(n8n, { credentials: credentialsFor(emulator) });
		workflow.id = await addWorkflow(n8n, workflow);
		await runToEnd(n8n, workflow.id);
		described = await typesOf(n8n);
		assert.equal(described.length, 10);
	});
	await checks.check('a restarted n8n loads the package again', async () => {
		await n8n.running.stop();
		n8n.running = await startN8n(n8n.n8n, n8n.env, { editor: true });
		assert.deepEqual(await typesOf(n8n), described);
		const log = readFileSync(logOf(userFolder), 'utf8');
		assert.ok(log.includes(`Lazy-loading nodes and credentials from ${PACKAGE}`));
		await runToEnd(n8n, workflow.id);
		const schemas = `/schemas/${PACKAGE}.cloudManagement/1.0.0/pipe`;
		assert.equal((await send(n8n, `${schemas}/get.json`)).status, 200);
		assert.equal((await send(n8n, `${schemas}/none.json`)).status, 404);
	});
	let checksum = '';
	await checks.check('an update replaces texts and code', async () => {
		checksum = await registry.publish(nextVersion(n8n.packageFolder, userFolder));
		await page.goto(packages);
		await page.locator(CARD).getByRole('button', { name: 'Update' }).click();
		await page.getByRole('button', { name: 'Confirm update' }).click();
		await page.locator(CARD).getByText('v99.0.0').waitFor();
		await runToEnd(n8n, workflow.id);
		assert.equal(emulator.requests.at(-1)?.headers['user-agent'], 'changed');
		const add = page.locator('[data-test-id="canvas-add-button"]');
		await goTo(page, `${n8n.url}/workflow/new`, add);
		await add.getByRole('button').click();
		await page.locator('[data-test-id="node-creator-search-bar"]').fill('changed');
		await page.getByText('Changed', { exact: true }).waitFor();
	});
	await checks.check('another package changes nothing', async () => {
		described = await typesOf(n8n);
		const folder = mkdtempSync(path.join(userFolder, 'other-'));
		writeFileSync(path.join(folder, 'Other.node.js'), OTHER_NODE);
		const manifest = { name: OTHER, version: '1.0.0', n8n: { nodes: ['Other.node.js'] } };
		writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
		await registry.publish(folder);
		await page.goto(packages);
		await install(page, OTHER);
		assert.deepEqual(await typesOf(n8n), described);
		await runToEnd(n8n, workflow.id);
	});
	await checks.check('an uninstalled package leaves only nodes that ask for it', async () => {
		const card = page.locator(CARD).filter({ hasText: PACKAGE });
		await card.getByRole('button').click();
		await page.getByText('Uninstall package').click();
		await page.getByRole('button', { name: 'Confirm uninstall' }).click();
		await card.waitFor({ state: 'detached' });
		assert.deepEqual(await typesOf(n8n), []);
		assert.deepEqual(readdirSync(path.dirname(n8n.packageFolder)), [OTHER]);
		await page.goto(`${n8n.url}/workflow/${workflow.id}/Get`);
		await page.getByText('Install this node to use it').waitFor();
	});
	for (const [title, sum, count] of [
		['a wrong checksum in the environment installs nothing', 'sha512-AAAA', 0],
		['the environment installs the package and uninstalls all others', checksum, 10],
	] as const) {
		await checks.check(title, async () => {
			await n8n.running.stop();
			const wanted = [{ name: PACKAGE, version: '99.0.0', checksum: sum }];
			const env = {
				...n8n.env,
				N8N_COMMUNITY_PACKAGES_MANAGED_BY_ENV: 'true',
				N8N_COMMUNITY_PACKAGES: JSON.stringify(wanted),
			};
			n8n.running = await startN8n(n8n.n8n, env, { editor: true });
			assert.equal((await typesOf(n8n)).length, count);
			if (count > 0) assert.deepEqual(readdirSync(path.dirname(n8n.packageFolder)), [PACKAGE]);
		});
	}
}

/** Installs the latest version on the open page. */
async function install(page: Page, name: string): Promise<void> {
	await page.getByRole('button', { name: /^Install/ }).click();
	const dialog = page.getByRole('dialog');
	await dialog.getByRole('textbox').fill(name);
	await dialog.getByRole('checkbox').click();
	await dialog.getByRole('button', { name: 'Install' }).click();
	await page.locator(CARD).getByText(name, { exact: true }).waitFor();
}

/** The copy has another version, text, and User-Agent. */
function nextVersion(packageFolder: string, parent: string): string {
	const folder = mkdtempSync(path.join(parent, 'next-'));
	cpSync(packageFolder, folder, { recursive: true });
	const changes: Array<[string, RegExp, string]> = [
		['package.json', /(?<="version": ")[^"]*/, '99.0.0'],
		['dist/nodes/CloudManagement/CloudManagement.node.js', /(?<=displayName: ')[^']*/, 'Changed'],
		['dist/nodes/engine/http/transport.js', /(?<=USER_AGENT = ')[^']*/, 'changed'],
	];
	for (const [name, from, to] of changes) {
		const file = path.join(folder, name);
		writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
	}
	return folder;
}

/** Each type must have its icon. */
async function typesOf(n8n: LoggedIn): Promise<object[]> {
	const nodes = await ask(n8n, '/types/nodes.json');
	const credentials = await ask(n8n, '/types/credentials.json');
	assert.ok(Array.isArray(nodes) && Array.isArray(credentials));
	const types = [...nodes, ...credentials].filter(({ iconUrl }) =>
		String(iconUrl?.light).includes(PACKAGE),
	);
	for (const { iconUrl } of types) {
		assert.equal((await send(n8n, `/${String(iconUrl.light)}`)).status, 200);
	}
	return types.map((type) => ({
		...type,
		__loadOptionsMethods: undefined,
		// n8n repeats this list whenever it loads a package again.
		supportedNodes: [...new Set(type.supportedNodes)],
	}));
}
