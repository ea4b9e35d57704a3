import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { CloudDashboard } from '../../../nodes/CloudDashboard/CloudDashboard.node';
import { CloudManagement } from '../../../nodes/CloudManagement/CloudManagement.node';

const NODES = join(__dirname, '../../../nodes');
const codex = z.object({ alias: z.array(z.string()) });

/** Words for n8n's node search, which compares display names and each alias separately. */
const SEARCHED: Readonly<Record<string, string[]>> = {
	CloudManagement: [
		'clickhouse cloud',
		'clickhouse pipe',
		'clickhouse service',
		'clickhouse backup',
		'click house',
		'clickpipes',
		'kafka to clickhouse',
		'kafka pipe',
		'stop pipe',
		'data pipeline',
		'ingestion',
		'elt',
		'private endpoint',
		'new activity',
		'data warehouse',
		'postgres cdc',
		'mongodb',
		'mysql',
		'bigquery',
		'restart pipe',
		'resume pipe',
		'wake service',
		'create service',
		'billing',
		'invite user',
		'invite member',
		'private link',
		'rotate key',
		'rotate api key',
		'reset password',
		'snapshot',
	],
	CloudManagementTrigger: [
		'clickhouse cloud',
		'clickhouse pipe',
		'pipe failed',
		'when pipe fails',
		'service state',
		'backup failed',
		'endpoint failed',
	],
	CloudDashboard: [
		'clickhouse cloud',
		'clickstack dashboard',
		'clickstack alert',
		'clickhouse alert',
		'managed clickstack',
		'hyperdx',
		'hyperdx dashboard',
		'clickhouse observability',
		'create dashboard',
		'saved search',
		'search logs',
		'query chart',
	],
	CloudAlertTrigger: [
		'clickstack alert',
		'clickstack webhook',
		'hyperdx alert',
		'webhook',
		'alert fires',
		'click house',
	],
	CloudDashboardTrigger: ['clickstack alert', 'hyperdx alert', 'alert state'],
};

function aliasesOf(node: string): string[] {
	const file = readFileSync(join(NODES, node, `${node}.node.json`), 'utf8');
	return codex.parse(JSON.parse(file)).alias;
}

/** Generic words that every service uses. */
const USUAL = ['alert', 'event', 'monitor', 'poll', 'state', 'watch'];

it.each(['CloudManagement', 'CloudDashboard'])(
	"n8n's node search finds %s by its trigger's words",
	(node) => {
		const words = aliasesOf(`${node}Trigger`).filter((word) => !USUAL.includes(word));
		expect(aliasesOf(node)).toEqual(expect.arrayContaining(words));
	},
);

it.each([new CloudManagement(), new CloudDashboard()])(
	"n8n's node search finds $description.name by each of its actions",
	(node) => {
		const { description, constructor } = node;
		const selectors = description.properties.filter(({ name }) => name === 'operation');
		const actions = selectors.flatMap(({ options = [] }) =>
			options.flatMap((option) => ('action' in option ? [option.action.toLowerCase()] : [])),
		);
		const aliases = aliasesOf(constructor.name).map((alias) => alias.toLowerCase());
		const isFound = (action: string) => aliases.some((alias) => alias.includes(action));
		expect(actions.length).toBeGreaterThan(20);
		expect(actions.filter((action) => !isFound(action))).toEqual([]);
	},
);

it.each(Object.entries(SEARCHED))("n8n's node search finds %s by each of %j", (node, phrases) => {
	const alias = aliasesOf(node);
	const found = (phrase: string) => alias.some((one) => one.toLowerCase().includes(phrase));
	expect(phrases.filter((phrase) => !found(phrase))).toEqual([]);
});
