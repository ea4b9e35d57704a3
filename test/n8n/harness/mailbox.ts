import { createRequire } from 'node:module';
import path from 'node:path';

import type { InstalledN8n } from './install';

/** A mail as a reader sees it. */
export interface Mail {
	from: string;
	to: string;
	subject: string;
	text: string;
	html: string;
}

/** An SMTP server on loopback that keeps what it gets. */
export interface Mailbox {
	port: number;
	mails: Mail[];
	close: () => Promise<void>;
}

/** Opens a mailbox on a free port. `onMail` is called with each mail that it gets. */
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
				const { from, to, subject, text, html } = await simpleParser(stream);
				const mail = {
					...{ from: from.text, to: to.text, subject },
					...{ text: String(text).trim(), html: String(html) },
				};
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
