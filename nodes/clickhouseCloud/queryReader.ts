import type { JsonObject } from '../engine/json';
import type { BodyReader, ReaderSource } from '../engine/request';
import { BrokenBody } from '../engine/request';
import { counted, formatted } from '../engine/text';
import type { BrokenRows } from '../features/query/queryRows';
import { RowReader } from '../features/query/queryRows';
import { WAKE_UP } from './api';
import { QUERY_BASE_URL } from './queryHost';

const COMPLETE = 200;
const ASLEEP = 206;
/** A response without rows is read up to this size. */
const MAX_MESSAGE = 16 * 1024;
const CHECK_ADDRESS = `Check ${QUERY_BASE_URL} in the credential.`;
const WAKE = `If the service is idle, ${WAKE_UP}. If it's stopped, use Service → Start. Then retry.`;
const FEWER_ROWS =
	'No rows were output. Set a lower Limit, or let the query return fewer rows or columns.';

/** If `asText` is true, outputs rows as text. */
export function queryReader(limit: number, asText: boolean): ReaderSource {
	return {
		name: ` rows ${String(limit)} ${String(asText)}`,
		open: (status) =>
			status === COMPLETE ? new QueryReader(limit, asText) : new MessageReader(status),
	};
}

class QueryReader implements BodyReader {
	private readonly rows: RowReader;
	private readonly text: Uint8Array[] = [];

	constructor(
		limit: number,
		private readonly asText: boolean,
	) {
		this.rows = new RowReader(limit);
	}

	write(chunk: Uint8Array): boolean {
		if (this.asText) this.text.push(chunk);
		return this.rows.write(chunk);
	}

	end(): BrokenBody | JsonObject {
		const result = this.rows.end();
		const isAccepted = result.kind === 'accepted';
		if (!isAccepted && result.kind !== 'rows') return brokenBody(result);
		if (!this.asText) return { result: isAccepted ? { success: true } : result.rows };
		const text = Buffer.concat(this.text).toString();
		if (isAccepted) return { data: text };
		// The last chunk may contain more rows than wanted.
		const lines = text.split('\n').filter((line) => line.trim() !== '');
		return { data: lines.slice(0, result.rows.length).join('\n') };
	}
}

class MessageReader implements BodyReader {
	private text = '';

	constructor(private readonly status: number) {}

	write(chunk: Uint8Array): boolean {
		this.text += Buffer.from(chunk).toString();
		return this.text.length < MAX_MESSAGE;
	}

	end(): BrokenBody {
		return this.status === ASLEEP
			? new BrokenBody('The service is idle or stopped', WAKE, this.text, false)
			: new BrokenBody('The response has no query result', CHECK_ADDRESS, this.text, false);
	}
}

function brokenBody({ kind, row, text }: BrokenRows): BrokenBody {
	const rowName = `row ${formatted(row)}`;
	const before = row <= 1 ? '' : ` after ${counted(row - 1, 'row')}`;
	const again = 'No rows were output. Run the query again.';
	const bodies: Record<typeof kind, [message: string, advice: string, isLasting: boolean]> = {
		cutOff: [`The response breaks off in ${rowName}`, again, false],
		exception: [`The query failed${before}`, 'No rows were output.', true],
		html: ['The response is a web page instead of JSON', CHECK_ADDRESS, false],
		notRows: [`The response has no JSON in ${rowName}`, CHECK_ADDRESS, false],
		tooComplex: [`There are too many values in ${rowName}`, FEWER_ROWS, true],
		tooLarge: ['The rows are larger than 50 MB', FEWER_ROWS, true],
		tooManyRows: ['There are more than 1,000,000 rows', FEWER_ROWS, true],
	};
	const [message, advice, isLasting] = bodies[kind];
	return new BrokenBody(message, advice, text, isLasting);
}
