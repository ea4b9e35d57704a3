import type { Sink } from '../../../tools/emulator';
import { startSink } from '../../../tools/emulator';

/** Shares a sink among a file's tests. */
export function withSink(): Pick<Sink, 'requests' | 'url'> {
	let sink: Sink;
	beforeAll(async () => {
		sink = await startSink();
	});
	afterAll(async () => {
		await sink.close();
	});
	return {
		get requests() {
			return sink.requests;
		},
		get url() {
			return sink.url;
		},
	};
}
