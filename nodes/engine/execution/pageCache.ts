import type { Result } from '../http/client';
import { MAX_LIST_BYTES } from '../http/pages';
import { flawedFailure } from '../http/response';
import type { JsonObject } from '../json';
import type { ChangeOperation } from '../operation';
import type { HttpRequest } from '../request';
import { readKey } from './identity';

export type SentOperation = Pick<ChangeOperation, 'output' | 'texts' | 'unknownOutcome'>;

export interface PageAnswer {
	result: Result<JsonObject>;
	/** On the execution's clock. */
	readAt: number;
	/** The operation whose output the body is for. */
	parsedFor: SentOperation;
}

type ReadPage = () => Promise<PageAnswer>;

/**
 * Shares responses among equal reads. The run keeps a page that a plan has read. It keeps an item's page only until the
 * page arrives. Plans never reuse an item's page, because its secrets are redacted.
 */
export class PageCache {
	private readonly plansPages = new Map<string, Promise<PageAnswer>>();
	private readonly itemsPages = new Map<string, Promise<PageAnswer>>();
	private bytes = 0;
	/** The page with which the plans' reads exceeded the size limit. No page is read after it. */
	private excess: PageAnswer | undefined;

	get(page: HttpRequest): Promise<PageAnswer> | undefined {
		const key = readKey(page);
		return this.itemsPages.get(key) ?? this.plansPages.get(key);
	}

	async readForPlan(page: HttpRequest, read: ReadPage): Promise<PageAnswer> {
		const key = readKey(page);
		const answer = this.plansPages.get(key) ?? this.readWithinLimit(read);
		this.plansPages.set(key, answer);
		return await answer;
	}

	async readForItem(page: HttpRequest, read: ReadPage): Promise<PageAnswer> {
		const key = readKey(page);
		const pending = read();
		this.itemsPages.set(key, pending);
		return await pending.finally(() => this.itemsPages.delete(key));
	}

	private async readWithinLimit(read: ReadPage): Promise<PageAnswer> {
		if (this.excess !== undefined) return this.excess;
		const answer = await read();
		const { result } = answer;
		if (result.kind !== 'success') return answer;
		this.bytes += result.bytes;
		if (this.bytes <= MAX_LIST_BYTES) return answer;
		this.excess = { ...answer, result: flawedFailure(result, 'listTooLarge') };
		return this.excess;
	}
}
