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
	CloudManagement | mongodb, mysql, bigquery, rotate key, reset password, snapshot
	CloudManagementTrigger | clickhouse cloud, clickhouse pipe, pipe failed, service state, when pipe fails, backup failed
	CloudDashboard | clickhouse cloud, clickstack dashboard, clickstack alert, hyperdx, hyperdx dashboard, saved search
	CloudDashboard | create dashboard, clickhouse alert, search logs, query chart, clickhouse observability, managed clickstack
	CloudAlertTrigger | clickstack alert, clickstack webhook, hyperdx alert, webhook
	CloudDashboardTrigger | clickstack alert, hyperdx alert, alert state`;

it.each(rows(PHRASES))('%s is found by each of %s', (node, phrases) => {
	const { alias } = codex.parse(
		JSON.parse(readFileSync(join(NODES, node, `${node}.node.json`), 'utf8')),
	);
	const found = (phrase: string) => alias.some((one) => one.toLowerCase().includes(phrase));
	expect(phrases.split(', ').filter((phrase) => !found(phrase))).toEqual([]);
});
