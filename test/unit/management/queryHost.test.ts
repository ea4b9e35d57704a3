import { CloudManagementApi } from '../../../credentials/CloudManagementApi.credentials';
import { queryHost } from '../../../nodes/clickhouseCloud/queryHost';

const BASE = 'https://api.clickhouse.cloud';
const QUERIES = 'https://queries.clickhouse.cloud';

describe('queryHost', () => {
	it.each([
		[BASE, '', QUERIES],
		['api.clickhouse.cloud', '', QUERIES],
		[` ${BASE}/v1/`, undefined, QUERIES],
		['https://API.control-plane.example.com/eu', ' ', 'https://queries.example.com/eu'],
		['https://10.0.0.1', ' https://q.example.com/a ', 'https://q.example.com/a'],
	])(
		'derives from Base URL %j and Query Base URL %j the host %s',
		(baseUrl, queryBaseUrl, expected) => {
			const { value: host, issues } = queryHost({ baseUrl, queryBaseUrl });
			expect(issues).toEqual([]);
			expect(host.baseUrl).toBe(expected);
		},
	);

	const allowed = { allowedHttpRequestDomains: 'domains', allowedDomains: 'api.clickhouse.cloud' };

	it.each([
		[{ baseUrl: 'https://proxy.example.com' }, /^Query Base URL is empty, and Base URL doesn't/],
		[{ baseUrl: 'https://api' }, /^Query Base URL is empty/],
		[
			{ baseUrl: BASE, queryBaseUrl: 'http://q.example.com' },
			/^Query Base URL must start with https/,
		],
		[{ baseUrl: BASE, queryBaseUrl: `${QUERIES}?a=1` }, /^Query Base URL contains a "\?"/],
		[
			{ baseUrl: BASE, ...allowed },
			/^The credential can't be used with queries\.clickhouse\.cloud/,
		],
	])('rejects the Query Base URL %j', (credential, expected) => {
		const [issue] = queryHost(credential).issues;
		expect(`${String(issue?.label)} ${String(issue?.text)}`).toMatch(expected);
	});

	it("isn't signed for other nodes, such as HTTP Request", async () => {
		const { authenticate } = new CloudManagementApi();
		const credential = { baseUrl: BASE, queryBaseUrl: QUERIES, keyId: 'a', keySecret: 'b' };
		await expect(authenticate(credential, { url: `${QUERIES}/run/x` })).rejects.toThrow(
			"address isn't under the credential's Base URL",
		);
	});
});
