import { createRequire } from 'node:module';
import path from 'node:path';

import type { Browser, BrowserContext } from 'playwright-core';

import type { InstalledN8n } from './install';
import { picturesAreTaken } from '../editor/picture';

const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const FLAGS = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-dev-shm-usage',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	'--no-first-run',
	// No other host. Routing the requests instead would turn the cache off, and load the editor again each time.
	'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];
/** A busy machine may be slow; a broken one still fails. */
const TIMEOUT_MS = 300_000;
/** A header that n8n's editor sends with each request, and to which its sessions are tied. */
const BROWSER_ID = 'suite';

/** The owner of the n8n that a suite starts. */
export const OWNER = {
	email: 'owner@example.com',
	password: 'Only-4-tests-here',
	firstName: 'Ada',
	lastName: 'Example',
};

/** Creates the owner's account if there is none yet; returns the cookie of its session. */
export async function setUpOwner(url: string, owner = OWNER): Promise<string | undefined> {
	const answer = await fetch(`${url}/rest/owner/setup`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', 'browser-id': BROWSER_ID },
		body: JSON.stringify(owner),
	});
	return answer.headers.getSetCookie()[0]?.split(';')[0];
}

/** Returns the cookie of the owner's session. Creates the account if there is none yet. */
export async function ownerCookie(url: string): Promise<string> {
	const made = await setUpOwner(url);
	if (made !== undefined) return made;
	const response = await fetch(`${url}/rest/login`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', 'browser-id': BROWSER_ID },
		body: JSON.stringify({ emailOrLdapLoginId: OWNER.email, password: OWNER.password }),
	});
	const [cookie] = response.headers.getSetCookie();
	if (cookie === undefined) throw new Error(`n8n lets nobody in: ${await response.text()}`);
	return cookie.split(';')[0] ?? '';
}

/** Opens Chromium on a running n8n, in the session of a cookie, with every other host blocked. */
export async function openEditor(
	{ folder }: InstalledN8n,
	url: string,
	cookie: string,
): Promise<{ browser: Browser; context: BrowserContext }> {
	const require = createRequire(path.join(folder, 'package.json'));
	const { chromium } = require('playwright-core');
	const browser: Browser = await chromium.launch({
		...{ executablePath: CHROMIUM, args: FLAGS, timeout: TIMEOUT_MS },
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
	// Nothing is checked while it moves, and animations take a fifth of the browser's time.
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
