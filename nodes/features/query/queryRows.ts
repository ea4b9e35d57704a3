import type { JsonObject } from '../../engine/json';
import { isJsonObject, jsonExcess, longIntegers, parsedJson } from '../../engine/json';
import { MAX_BODY_BYTES } from '../../engine/request';

const MAX_ROWS = 1_000_000;
/** How many bytes after the last row are kept: enough for an exception's message or the start of a web page. */
const MAX_REST = 16 * 1024;
const MAX_INDENT = 64;
const LINE_BREAK = 0x0a;
const SPACES = [0x09, LINE_BREAK, 0x0b, 0x0c, 0x0d, 0x20];
const BRACE = '{';
const EXCEPTION = /Code: \d+\.[\s\S]*/;
const EXCEPTION_ROW = '{"exception": ';

export interface BrokenRows {
	kind: 'cutOff' | 'exception' | 'html' | 'notRows' | 'tooComplex' | 'tooLarge' | 'tooManyRows';
	/** Counts from 1. */
	row: number;
	/** The server's message. */
	text: string;
}

/**
 * Reads JSONEachRow from chunks, which can end anywhere. The rows are only available at the end or at the limit,
 * because an exception can follow the last row of a 200.
 */
export class RowReader {
	private rows: JsonObject[] = [];
	/** The last row as JSON. */
	private lastText = '';
	/** The unfinished line, in pieces of decreasing size. */
	private line: Buffer[] = [];
	private size = 0;
	private isComplete = false;
	private broken: BrokenRows | undefined;
	/** The input from the first line that isn't a row. */
	private rest = Buffer.alloc(0);

	constructor(private readonly limit = Infinity) {}

	/** Returns false if the caller should stop reading. */
	write(chunk: Uint8Array): boolean {
		const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
		this.size += bytes.length;
		let start = 0;
		while (this.readsOn() && start < bytes.length) {
			if (this.skips(bytes[start])) {
				start += 1;
				continue;
			}
			const end = bytes.indexOf(LINE_BREAK, start) + 1 || bytes.length;
			this.append(bytes.subarray(start, end));
			if (bytes[end - 1] === LINE_BREAK || !this.mayBeRow()) this.endLine();
			start = end;
		}
		if (this.readsOn() && this.size > MAX_BODY_BYTES) this.fail('tooLarge');
		return this.readsOn();
	}

	/** The result, once the input ends or `write` has returned false. `accepted` is the result of an INSERT. */
	end(): BrokenRows | { kind: 'accepted' } | { kind: 'rows'; rows: JsonObject[] } {
		if (this.readsOn()) this.endLine();
		const exception = this.lastException();
		const lastLine = this.rest.toString().trim();
		if (this.broken === undefined && lastLine !== '') this.judgeRest(lastLine);
		else if (this.readsOn() && exception !== undefined) this.fail('exception', exception, 0);
		if (this.broken !== undefined) return this.broken;
		return lastLine === '' ? { kind: 'rows', rows: this.rows } : { kind: 'accepted' };
	}

	private readsOn(): boolean {
		return !this.isComplete && this.broken === undefined && this.rest.length < MAX_REST;
	}

	/** True for a space before a row. Otherwise, a response of fifty million empty lines would take a minute. */
	private skips(byte = 0): boolean {
		return SPACES.includes(byte) && this.line.length === 0 && this.rest.length === 0;
	}

	/** Merges the pieces of a line, because it may arrive in millions of them. */
	private append(bytes: Buffer): void {
		let piece = bytes;
		while ((this.line.at(-1)?.length ?? Infinity) <= piece.length) {
			piece = Buffer.concat([...this.line.splice(-1), piece]);
		}
		this.line.push(piece);
	}

	/** False for a web page without line breaks, which never becomes a row and isn't kept. */
	private mayBeRow(): boolean {
		const start = this.line[0]?.toString('latin1', 0, MAX_INDENT).trimStart() ?? '';
		return this.rest.length === 0 && (start === '' || start.startsWith(BRACE));
	}

	private endLine(): void {
		const line = Buffer.concat(this.line);
		this.line = [];
		const text = this.rest.length === 0 ? line.toString().trim() : '';
		const isTooComplex = jsonExcess(text) !== undefined;
		const row = isTooComplex ? undefined : parsedJson(withTextIntegers(text));
		if (isTooComplex) this.fail('tooComplex');
		else if (isJsonObject(row)) this.addRow(row, text);
		else if (text !== '' || this.rest.length > 0) {
			this.rest = Buffer.concat([this.rest, line]).subarray(0, MAX_REST);
		}
	}

	private addRow(row: JsonObject, text: string): void {
		if (this.rows.length === this.limit) this.isComplete = true;
		else if (this.rows.length === MAX_ROWS) this.fail('tooManyRows');
		else {
			this.rows.push(row);
			this.lastText = text;
			// If the last row looks like an exception, the next line tells whether it is.
			const isLast = this.rows.length === this.limit;
			this.isComplete = isLast && this.lastException() === undefined;
		}
	}

	/**
	 * The message, if the last row is an exception. Older servers write an exception as a row with only this key. A
	 * query can also return such rows, but without a space after the colon, and then its first row has the same column.
	 */
	private lastException(): string | undefined {
		const [first = {}, last = {}] = [this.rows[0], this.rows.at(-1)];
		const text = onlyException(last);
		if (typeof text !== 'string' || text.search(EXCEPTION) !== 0) return undefined;
		const isRow = onlyException(first) !== undefined && !this.lastText.startsWith(EXCEPTION_ROW);
		return isRow ? undefined : text;
	}

	private judgeRest(text: string): void {
		const exception = framedMessage(text.split('__exception__')[1]) ?? EXCEPTION.exec(text)?.[0];
		if (exception !== undefined) this.fail('exception', exception);
		else if (text.startsWith('<')) this.fail('html', text);
		else if (text.startsWith(BRACE)) this.fail('cutOff', text);
		else if (this.rows.length > 0 || !/^ok\.?$/i.test(text)) this.fail('notRows', text);
	}

	private fail(kind: BrokenRows['kind'], text = '', offset = 1): void {
		this.broken = { kind, row: this.rows.length + offset, text };
		this.rows = [];
	}
}

/** Newer servers put a tag before a message, and its length and the tag after it, unless the response is cut off. */
function framedMessage(framed: string | undefined): string | undefined {
	const [tag = '', ...lines] = framed?.trim().split(/\r?\n/) ?? [];
	return framed && lines.filter((line) => !line.endsWith(tag)).join('\n');
}

/** Undefined if the row has any other column. */
function onlyException(row: JsonObject): unknown {
	const columns = Object.keys(row);
	return columns.length === 1 ? row.exception : undefined;
}

/** JavaScript would round larger integers, so they become text, also in nested values. */
function withTextIntegers(json: string): string {
	let [quoted, end] = ['', 0];
	for (const { index, integer } of longIntegers(json)) {
		if (Number.isSafeInteger(Number(integer))) continue;
		quoted += `${json.slice(end, index)}"${integer}"`;
		end = index + integer.length;
	}
	return quoted + json.slice(end);
}
