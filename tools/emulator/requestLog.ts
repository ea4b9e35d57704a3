import type { IncomingHttpHeaders } from 'node:http';
import type { Api } from '../contract';

export interface LoggedRequest {
	method: string;
	/** Undecoded, and without the query. */
	path: string;
	url: string;
	query: Record<string, string>;
	headers: IncomingHttpHeaders;
	/** Undefined if the body is missing or isn't JSON. */
	body: unknown;
	rawBody: string;
	/** Undefined while the request is open, or if it was interrupted before any header. */
	status: number | undefined;
	api: Api | undefined;
	operationId: string | undefined;
	/** Set if a fault was applied. */
	fault: string | undefined;
}

/** A request that violates the contract, or a response of the emulator that does. */
export interface Violation {
	where: 'request' | 'answer';
	method: string;
	path: string;
	operationId: string | undefined;
	status: number;
	message: string;
}

export class RequestLog {
	readonly requests: LoggedRequest[] = [];

	readonly violations: Violation[] = [];

	/** Adds an entry when a request's head has arrived. */
	open(head: Omit<LoggedRequest, 'query' | 'path'>): LoggedRequest {
		const [path = ''] = head.url.split('?');
		const query = Object.fromEntries(new URLSearchParams(head.url.slice(path.length)));
		const entry = { ...head, path, query };
		this.requests.push(entry);
		return entry;
	}

	violate(entry: LoggedRequest, where: Violation['where'], status: number, message: string): void {
		const { method, path, operationId } = entry;
		this.violations.push({ where, method, path, operationId, status, message });
	}

	clear(): void {
		this.requests.length = 0;
		this.violations.length = 0;
	}
}
