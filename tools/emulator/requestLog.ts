import type { IncomingHttpHeaders } from 'node:http';
import type { Api } from '../contract';

/** One request as it arrived, and its result. */
export interface LoggedRequest {
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

	/** Starts an entry for a request whose head has arrived. */
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

	/** Forgets all requests and violations. */
	clear(): void {
		this.requests.length = 0;
		this.violations.length = 0;
	}
}
