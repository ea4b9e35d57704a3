import { METRICS_READER } from '../../../nodes/features/metrics/prometheus';

/** The metrics, or why there are none. */
function read(text: string): unknown {
	const reader = METRICS_READER.open(200);
	reader.write(Buffer.from(text));
	return reader.end();
}

const untyped = { labels: {}, help: '', type: 'untyped' };

describe('METRICS_READER', () => {
	it("reads a sample's description, labels, and timestamp", () => {
		const text = `# HELP http_requests_total Requests answered so far, by method.
# TYPE http_requests_total counter
http_requests_total{method="post",code="200"} 1027 1395066363000
http_requests_total{method="post",code="400",}    3 -1

# A comment, and a metric that nothing describes:
metric_without_timestamp_and_labels 12.47\r
`;
		const described = { name: 'http_requests_total', type: 'counter' };
		const help = 'Requests answered so far, by method.';
		expect(read(text)).toEqual({
			result: {
				metrics: [
					{
						...described,
						help,
						labels: { method: 'post', code: '200' },
						value: 1027,
						timestamp: 1_395_066_363_000,
					},
					{ ...described, help, labels: { method: 'post', code: '400' }, value: 3, timestamp: -1 },
					{ ...untyped, name: 'metric_without_timestamp_and_labels', value: 12.47 },
				],
			},
		});
	});

	it('resolves escapes in labels and descriptions', () => {
		const text = String.raw`# HELP files One\nor "more" in C:\\temp
files{ path = "C:\\DIR\\FILE.TXT" , error="No \"FILE\"\n{here}, # or \d" } .5`;
		expect(read(text)).toEqual({
			result: {
				metrics: [
					{
						name: 'files',
						value: 0.5,
						labels: { path: 'C:\\DIR\\FILE.TXT', error: 'No "FILE"\n{here}, # or \\d' },
						help: 'One\nor "more" in C:\\temp',
						type: 'untyped',
					},
				],
			},
		});
	});

	it('reads an escaped backslash before the escapes that follow it', () => {
		const text = String.raw`# HELP files \\n \\\n \\\\n \\\" \\d`;
		const help = '\\n \\\n \\\\n \\" \\d';
		expect(read(`${text}\nfiles 1`)).toMatchObject({ result: { metrics: [{ help }] } });
	});

	it('cuts a long description', () => {
		const start = '# HELP files ';
		const text = `${start}${'\\n'.repeat(1e6)}\nfiles 1`;
		const help = '\n'.repeat((65_536 - start.length) / 2 - 0.5);
		expect(read(text)).toMatchObject({ result: { metrics: [{ help: `${help}\\` }] } });
	});

	it('counts empty lines before an invalid line', () => {
		const message = "Line 5 of the response isn't a Prometheus metric";
		expect(read('\n\r\n\nup 1\n  up\n')).toMatchObject({ message, text: 'up' });
	});

	it.each([
		['NaN', 'NaN'],
		['+Inf', '+Inf'],
		['inf', '+Inf'],
		['-Inf', '-Inf'],
		['1.458255915e9', 1_458_255_915],
		['-3', -3],
	])('reads the value %s as %s', (written, value) => {
		expect(read(`up ${written}`)).toEqual({
			result: { metrics: [{ ...untyped, name: 'up', value }] },
		});
	});

	it('applies a description to all parts of a histogram or summary', () => {
		const text = `# TYPE latency histogram
# HELP latency Seconds
latency_bucket{le="+Inf"} 9
latency_sum 5
# TYPE rpc summary
rpc{quantile="0.5"} 4
rpc_count 2
other_count 1`;
		const types = {
			latency_bucket: 'histogram',
			latency_sum: 'histogram',
			rpc: 'summary',
			rpc_count: 'summary',
			other_count: 'untyped',
		};
		const metrics = Object.entries(types).map(([name, type]) => ({
			name,
			type,
			help: type === 'histogram' ? 'Seconds' : '',
		}));
		expect(read(text)).toMatchObject({ result: { metrics } });
	});

	it('reports a text without samples', () => {
		const message = 'The response has no metrics';
		expect(read('\n# EOF\n')).toMatchObject({ message, text: '', isLasting: false });
	});

	it.each([
		'<html>',
		'{"status":200}',
		'up',
		'up 1 2 3',
		'up one',
		'up 1e999',
		'up-1',
		'1up 1',
		'up{a="1" b="2"} 1',
		'up{a=1} 1',
		'up{a="1} 1',
		`up{a="${'x'.repeat(70_000)}"} 1`,
	])('reports the invalid line %s', (text) => {
		expect(read(`up 1\n${text}\nup 1`)).toMatchObject({
			message: "Line 2 of the response isn't a Prometheus metric",
			text,
			isLasting: false,
		});
	});

	it('rejects more than 1,000,000 samples', () => {
		const text = 'a 1\n'.repeat(1_000_001);
		expect(read(text)).toMatchObject({
			message: 'There are more than 1,000,000 metrics',
			text: '',
			isLasting: true,
		});
	});
});
