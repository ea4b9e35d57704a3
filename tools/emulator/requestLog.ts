import type { IncomingHttpHeaders } from 'node:http';
import type { Api } from '../contract';

/** One request as it arrived, and its result. */
export interface LoggedRequest {
	index: number;
	/** Milliseconds since 1970. */
	at: number;
	method: string;
	/** The path as it arrived: undecoded, without the query. */
	path: string;
	url: string;
	query: Record<string, string>;
	headers: IncomingHttpHeaders;
	/** The parsed JSON body; undefined if there is none or it is not JSON. */
	body: unknown;
	rawBody: string;
	/** The status of the response; undefined while open, or if interrupted before any header. */
	status: number | undefined;
	api: Api | undefined;
	operationId: string | undefined;
	/** The kind of fault that was applied, if any. */
	fault: string | undefined;
}

/** A request, or a response of the emulator itself, that the contract does not allow. */
export interface Violation {
	index: number;
	where: 'request' | 'answer';
	method: string;
	path: string;
	operationId: string | undefined;
	status: number;
	message: string;
}

/** Everything that arrived. */
export class RequestLog {
	readonly requests: LoggedRequest[] = [];

	readonly violations: Violation[] = [];

	private nextIndex = 0;

	/** Starts an entry for a request whose head has arrived. */
	open(head: Omit<LoggedRequest, 'index' | 'at' | 'query' | 'path'>): LoggedRequest {
		const [path = ''] = head.url.split('?');
		const query = Object.fromEntries(new URLSearchParams(head.url.slice(path.length)));
		const entry = { ...head, index: this.nextIndex, at: Date.now(), path, query };
		this.nextIndex += 1;
		this.requests.push(entry);
		return entry;
	}

	violate(entry: LoggedRequest, where: Violation['where'], status: number, message: string): void {
		const { index, method, path, operationId } = entry;
		this.violations.push({ index, where, method, path, operationId, status, message });
	}

	/** Forgets all requests and violations. */
	clear(): void {
		this.requests.length = 0;
		this.violations.length = 0;
		this.nextIndex = 0;
	}
}
