import { createRequire } from 'node:module';
import path from 'node:path';

import type { Browser, BrowserContext } from 'playwright-core';

import type { InstalledN8n } from './install';
import { picturesAreTaken } from '../editor/picture';
import { BROWSER_ID, send } from './rest';

const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const FLAGS = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-dev-shm-usage',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	'--no-first-run',
	// Blocks other hosts. Routing requests would disable the cache and reload the editor each time.
	'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];
/** A busy machine takes long, but a hang must end. */
const TIMEOUT_MS = 600_000;
export const EMAIL = 'owner@example.com';

/** Returns the session's cookie. */
export async function setUpOwner(url: string, password = 'Only-4-tests-here'): Promise<string> {
	const owner = { email: EMAIL, password, firstName: 'Ada', lastName: 'Example' };
	const answer = await send({ url, cookie: '' }, '/rest/owner/setup', owner);
	const [cookie] = answer.headers.getSetCookie();
	if (cookie === undefined) throw new Error(`n8n made no account: ${await answer.text()}`);
	return cookie.split(';')[0] ?? '';
}

/** Opens Chromium in a session, with every other host blocked. */
export async function openEditor(
	{ folder }: InstalledN8n,
	url: string,
	cookie: string,
): Promise<{ browser: Browser; context: BrowserContext }> {
	const require = createRequire(path.join(folder, 'package.json'));
	const { chromium } = require('playwright-core');
	const browser: Browser = await chromium.launch({
		executablePath: CHROMIUM,
		args: FLAGS,
		timeout: TIMEOUT_MS,
	});
	try {
		return { browser, context: await logIn(browser, url, cookie) };
	} catch (error) {
		await browser.close();
		throw error;
	}
}

async function logIn(browser: Browser, url: string, cookie: string): Promise<BrowserContext> {
	const viewport = { width: 1440, height: 960 };
	const deviceScaleFactor = picturesAreTaken() ? 2 : 1;
	// Nothing checks animations, and they take a fifth of the browser's time.
	const options = { viewport, deviceScaleFactor, reducedMotion: 'reduce' } as const;
	const context = await browser.newContext(options);
	context.setDefaultTimeout(TIMEOUT_MS);
	const [name = '', value = ''] = cookie.split('=');
	await context.addCookies([{ name, value, url }]);
	await context.addInitScript((id) => {
		localStorage.setItem('n8n-browserId', id);
	}, BROWSER_ID);
	return context;
}
