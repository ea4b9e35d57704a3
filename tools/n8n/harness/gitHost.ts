import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import path from 'node:path';

import type { ImportedCredential } from './content';
import { freePort } from './freePort';
import { EXAMPLES } from './workflows';

const FILE = path.join(EXAMPLES, 'files', 'shop-dashboard.json');

interface Commit {
	message: string;
	content: string;
}

/** Holds the examples' dashboard and serves the two GitHub API requests that the example sends. */
export interface GitHost {
	/** n8n's GitHub node uses this credential for the host. */
	credential: ImportedCredential;
	commits: Commit[];
	close: () => Promise<void>;
}

/** Runs on 127.0.0.1. Every path returns the last commit's file. */
export async function openGitHost(): Promise<GitHost> {
	const commits: Commit[] = [];
	const content = () => commits.at(-1)?.content ?? readFileSync(FILE, 'utf8');
	const server = createServer((request, response) => {
		void respond(request, content(), commits).then(([status, body]) => {
			response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
		});
	});
	const port = await freePort();
	await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
	const url = `http://127.0.0.1:${String(port)}`;
	const data = { server: url, user: '', accessToken: 'not-a-real-secret' };
	return {
		credential: { id: 'github', name: 'GitHub', type: 'githubApi', data },
		commits,
		close: () => new Promise((closed) => server.close(() => closed())),
	};
}

async function respond(
	request: IncomingMessage,
	content: string,
	commits: Commit[],
): Promise<[number, object]> {
	const sha = createHash('sha1').update(content).digest('hex');
	if (request.method === 'GET') {
		// GitHub wraps its Base64 lines.
		const lines =
			Buffer.from(content)
				.toString('base64')
				.match(/.{1,60}/g) ?? [];
		return [200, { sha, encoding: 'base64', content: lines.join('\n') }];
	}
	let text = '';
	for await (const chunk of request) text += String(chunk);
	const body = JSON.parse(text);
	if (body.sha !== sha) return [409, { message: 'The file has another SHA' }];
	commits.push({
		message: String(body.message),
		content: Buffer.from(String(body.content), 'base64').toString('utf8'),
	});
	return [200, { commit: { message: body.message } }];
}
