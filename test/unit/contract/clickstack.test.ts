import { validateRequest } from '../../../tools/contract';
import { rows } from '../rows';

const ID = 'a'.repeat(24);
const SOURCE = `"name":"S","connection":"${ID}","timestampValueExpression":"t"`;
const FROM = '"from":{"databaseName":"d","tableName":"t"}';
const LOG = `${SOURCE},${FROM},"kind":"log"`;
const SAVED = `"name":"S","sourceId":"${ID}"`;
const HOOK = '"name":"n8n","url":"https://n8n.example.com"';
const SERIES = `"sourceId":"${ID}","where":"","groupBy":[]`;
const TIMES = '"startTime":1793491200000,"endTime":1793494800000';
const RULE = `"threshold":1,"thresholdType":"above","channel":{"type":"webhook","webhookId":"${ID}"}`;
const CHART = `"sourceId":"${ID}","select":[{"aggFn":"count"}]`;

function faultsOf(request: string, body: string): string[] {
	const [method = '', path = ''] = request.split(' ');
	const api = 'clickstack';
	return validateRequest({ api, method, path: path.replace('ID', ID), body: JSON.parse(body) });
}

it.each(
	rows(`
	POST /api/v2/sources | {${LOG},"defaultTableSelectExpression":"a","orderByExpression":"t DESC","other":1}
	PUT /api/v2/sources/ID | {${SOURCE},${FROM},"kind":"session","traceSourceId":"${ID}"}
	POST /api/v2/sources | {${SOURCE},"from":{"databaseName":"d","tableName":""},"kind":"metric","metricTables":{"sum":"m"},"resourceAttributesExpression":"r"}
	POST /api/v2/saved-searches | {${SAVED},"filters":[{"condition":"a IN ('b')"}],"tags":[],"orderBy":""}
	PUT /api/v2/saved-searches/ID | {${SAVED},"filters":[{"type":"sql_ast","operator":"=","left":"a","right":"1"}]}
	POST /api/v2/webhooks | {${HOOK},"service":"generic","headers":{"X-N8N-Token":"s"},"queryParams":{"a":""},"body":""}
	PUT /api/v2/webhooks/ID | {${HOOK},"service":"slack","description":""}
	POST /api/v2/search | {"sourceId":"${ID}"}
	POST /api/v2/search | {"sourceId":"${ID}","startTime":"2026-01-05T06:00:00Z","maxResults":2000,"offset":10000,"select":""}
	POST /api/v2/charts/series | {${TIMES},"series":[{${SERIES},"aggFn":"count"}],"seriesReturnType":"column"}
	POST /api/v2/charts/series | {${TIMES},"series":[{${SERIES},"aggFn":"quantile","level":0.25,"metricName":"m"}],"granularity":"30s"}
	POST /api/v2/team/invitation | {"email":"a@example.com"}
	POST /api/v2/alerts | {"source":"inline","chartConfig":{"displayType":"line",${CHART}},"interval":"30s",${RULE},"displayName":"D","tags":["a"]}
	PUT /api/v2/alerts/ID | {"source":"saved_search","savedSearchId":"${ID}","interval":"1m",${RULE},"displayName":null,"tags":null}
	`),
)('%s can have %.80s', (request, body) => {
	expect(faultsOf(request, body)).toEqual([]);
});

it.each(
	rows(`
	POST /api/v2/sources | {${LOG}}
	POST /api/v2/sources | {${SOURCE},"kind":"log","defaultTableSelectExpression":"a"}
	POST /api/v2/sources | {${SOURCE},"from":{"databaseName":"d","tableName":""},"kind":"promql"}
	POST /api/v2/sources | {${SOURCE},${FROM},"kind":"metric","metricTables":{},"resourceAttributesExpression":"r"}
	PUT /api/v2/sources/ID | {${SOURCE},${FROM},"kind":"trace","defaultTableSelectExpression":"a"}
	PUT /api/v2/sources/ID | {${LOG},"defaultTableSelectExpression":"a","section":"${'s'.repeat(257)}"}
	PUT /api/v2/sources/ID | {${LOG},"defaultTableSelectExpression":"a","disabled":null}
	POST /api/v2/saved-searches | {"name":" ","sourceId":"${ID}"}
	POST /api/v2/saved-searches | {${SAVED},"whereLanguage":"promql"}
	POST /api/v2/saved-searches | {${SAVED},"filters":[{"type":"sql"}]}
	PUT /api/v2/saved-searches/ID | {${SAVED},"where":"${'w'.repeat(8193)}"}
	POST /api/v2/webhooks | {${HOOK},"service":"slack_api"}
	POST /api/v2/webhooks | {${HOOK},"service":"slack","headers":{}}
	POST /api/v2/webhooks | {"name":"n8n","service":"generic","url":"n8n.example.com"}
	PUT /api/v2/webhooks/ID | {${HOOK},"service":"generic","headers":{"a b":"c"}}
	PUT /api/v2/webhooks/ID | {${HOOK},"service":"generic","body":null}
	POST /api/v2/search | {"sourceId":"${ID}","maxResults":0}
	POST /api/v2/search | {"sourceId":"${ID}","offset":10001}
	POST /api/v2/search | {"sourceId":"${ID}","startTime":"now"}
	POST /api/v2/search | {"sourceId":"${ID}","select":"a; b"}
	POST /api/v2/charts/series | {"startTime":1793491200,"endTime":1793494800000,"series":[{${SERIES},"aggFn":"count"}]}
	POST /api/v2/charts/series | {${TIMES},"series":[]}
	POST /api/v2/charts/series | {${TIMES},"series":[{${SERIES},"aggFn":"avg"}]}
	POST /api/v2/charts/series | {${TIMES},"series":[{${SERIES},"aggFn":"count"}],"granularity":"1s"}
	POST /api/v2/charts/series | {${TIMES},"series":[{${SERIES},"aggFn":"quantile","field":"f","level":95}]}
	POST /api/v2/team/invitation | {"email":"a"}
	POST /api/v2/alerts | {"source":"inline","interval":"1m",${RULE}}
	POST /api/v2/alerts | {"source":"inline","chartConfig":{"displayType":"table",${CHART}},"interval":"1m",${RULE}}
	POST /api/v2/alerts | {"source":"saved_search","savedSearchId":"${ID}","chartConfig":{},"interval":"1m",${RULE}}
	PUT /api/v2/alerts/ID | {"source":"saved_search","savedSearchId":"${ID}","interval":"1m",${RULE},"tags":["${'t'.repeat(33)}"]}
	`),
)("%s can't have %.80s", (request, body) => {
	const faults = faultsOf(request, body);
	expect(faults).not.toEqual([]);
	expect(faults.join()).not.toMatch(/^no operation|takes no body/);
});
