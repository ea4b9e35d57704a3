import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { Clock } from './clock';
import type { ClientEvent, ClientLimits } from './http/client';
import { Client } from './http/client';
import { limiterRegistry } from './http/limiterRegistry';
import { withoutTrailingSlashes } from './http/request';
import type { Transport } from './http/transport';
import type { Api } from './operation';

/** A credential of an API. */
export interface Access {
	api: Pick<Api, 'authorizationMembers'>;
	credential: ICredentialDataDecryptedObject;
}

/** How the requests go out, and when they end. */
export interface RequestSettings {
	transport: Transport;
	clock: Clock;
	/** Closes the client when it aborts. */
	signal?: AbortSignal | undefined;
	observe: (event: ClientEvent) => void;
}

/**
 * Opens a client for requests with a credential. All clients of a process with the same base URL and Authorization
 * share a rate limiter and take turns. To be closed when nothing more is to be sent.
 */
export function openClient(
	access: Access,
	settings: RequestSettings,
	limits: ClientLimits,
): Client {
	const [baseUrl, authorization] = accessTexts(access);
	const limiter = limiterRegistry.limiterFor(baseUrl, authorization, settings.clock.now());
	return new Client({ ...settings, limiter, random: Math.random }, limits);
}

/** Returns what a credential gives access with: the base URL, and all that the Authorization is made of. */
export function accessTexts({ api, credential }: Access): [baseUrl: string, authorization: string] {
	const members = api.authorizationMembers.map((name) => trimmed(credential[name]));
	return [withoutTrailingSlashes(trimmed(credential['baseUrl'])), JSON.stringify(members)];
}

function trimmed(value: unknown): string {
	return String(value).trim();
}
