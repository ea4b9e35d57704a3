import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { rows } from '../rows';

const NODES = join(__dirname, '../../../nodes');
const codex = z.object({ alias: z.array(z.string()) });

/** Search words for n8n's node search, which compares display names and each alias, not several together. */
const PHRASES = `
	CloudManagement | clickhouse cloud, clickhouse pipe, clickhouse service, clickhouse backup, clickpipes
	CloudManagement | kafka pipe, postgres cdc, restart pipe, wake service
	CloudManagement | kafka to clickhouse, create service, billing, invite user, resume pipe, click house, private link
	CloudManagement | mongodb, mysql, bigquery, rotate key, rotate api key, reset password, snapshot
	CloudManagementTrigger | clickhouse cloud, clickhouse pipe, pipe failed, service state, when pipe fails, backup failed
	CloudDashboard | clickhouse cloud, clickstack dashboard, clickstack alert, hyperdx, hyperdx dashboard, saved search
	CloudDashboard | create dashboard, clickhouse alert, search logs, query chart, clickhouse observability, managed clickstack
	CloudAlertTrigger | clickstack alert, clickstack webhook, hyperdx alert, webhook, alert fires, click house
	CloudDashboardTrigger | clickstack alert, hyperdx alert, alert state`;

function aliasesOf(node: string): string[] {
	const file = readFileSync(join(NODES, node, `${node}.node.json`), 'utf8');
	return codex.parse(JSON.parse(file)).alias;
}

/** Words that every service has something for. */
const USUAL = ['alert', 'event', 'monitor', 'poll', 'state', 'watch'];

it.each(['CloudManagement', 'CloudDashboard'])(
	'%s is found by the words of its trigger, since n8n shows both as one entry',
	(node) => {
		const words = aliasesOf(`${node}Trigger`).filter((word) => !USUAL.includes(word));
		expect(aliasesOf(node)).toEqual(expect.arrayContaining(words));
	},
);

it.each(rows(PHRASES))('%s is found by each of %s', (node, phrases) => {
	const alias = aliasesOf(node);
	const found = (phrase: string) => alias.some((one) => one.toLowerCase().includes(phrase));
	expect(phrases.split(', ').filter((phrase) => !found(phrase))).toEqual([]);
});
