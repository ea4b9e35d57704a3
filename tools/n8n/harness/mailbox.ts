import { createRequire } from 'node:module';
import path from 'node:path';

import type { InstalledN8n } from './install';
import { until } from './until';

/** Texts are decoded. */
export interface Mail {
	to: string;
	subject: string;
	text: string;
	html: string;
}

/** A local SMTP server that keeps every mail. */
export interface Mailbox {
	port: number;
	mails: Mail[];
	close: () => Promise<void>;
}

/** Opens a mailbox on a free port, and calls `onMail` for each mail. */
export async function openMailbox(
	{ folder }: InstalledN8n,
	onMail: (mail: Mail) => void = () => undefined,
): Promise<Mailbox> {
	const require = createRequire(path.join(folder, 'package.json'));
	const { SMTPServer } = require('smtp-server');
	const { simpleParser } = require('mailparser');
	const mails: Mail[] = [];
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ['STARTTLS', 'AUTH'],
		async onData(
			stream: NodeJS.ReadableStream,
			_session: unknown,
			done: (error?: unknown) => void,
		) {
			try {
				const { to, subject, text, html } = await simpleParser(stream);
				const mail = { to: to.text, subject, text: String(text).trim(), html: String(html) };
				mails.push(mail);
				onMail(mail);
				done();
			} catch (error) {
				done(error);
			}
		},
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
	return { port: server.server.address().port, mails, close };
}

/** n8n ignores programs that follow links in mails. */
const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' };

/** Clicks a button in an approval mail. */
export async function clickIn({ text }: Mail, approved: boolean, url: string): Promise<void> {
	const links = text.match(/https?:\/\/[^\s\]]+/g) ?? [];
	const link = links.find((found) => found.includes(`approved=${String(approved)}`));
	if (link === undefined) throw new Error(`The mail has no such button: ${text}`);
	const { pathname, search } = new URL(link);
	const headers = { ...BROWSER, connection: 'close' };
	// n8n may not have stored yet that the execution waits, because the mail arrives before.
	await until(
		'n8n takes the click',
		async () => (await fetch(url + pathname + search, { headers })).ok,
	);
}
