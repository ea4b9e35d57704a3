import type { JsonObject } from '../../../nodes/engine/json';
import { summaryOf } from '../../../nodes/engine/summary/summaries';
import { plannedItem } from '../core/fakes';
import { operationOf, summarizing } from './context';

/** Options of the operation's own choices, which a name may equal. */
const [OPTION, SOURCE_OPTION] = ['above', 'kafka'];

const WATCHED = { tileId: 't', dashboardId: 'd', thresholdType: OPTION, threshold: 1 };
const alertOf = (channel: JsonObject) => ({ name: OPTION, ...WATCHED, interval: '5m', channel });
const SLACK = { name: 'n', service: 'slack', url: 'https://a.example/b' };
const MONGODB = { mongodb: { uri: 'mongodb+srv://a.example' } };
const pipeOf = (columns: unknown[]) => ({
	name: 'n',
	source: MONGODB,
	destination: { database: 'd', columns },
});
const access = (description?: string) => [{ source: '192.0.2.0/24', description }];

function isCut(name: string, body: JsonObject, stored?: JsonObject): boolean {
	const request = { method: 'POST', path: '/x', body } as const;
	const operation = operationOf(name);
	const facts = { record: stored };
	return summaryOf(plannedItem(request, { parameters: {}, facts }), summarizing(operation)).isCut;
}

describe('summaryOf', () => {
	it.each<{ name: string; told: JsonObject; leftOut: JsonObject; stored?: JsonObject }>([
		{
			name: 'alert.create',
			told: alertOf({ type: 'webhook', webhookId: 'w' }),
			leftOut: alertOf({ type: OPTION, webhookId: 'w' }),
		},
		{
			name: 'alert.create',
			told: alertOf({ type: 'email', emailRecipients: ['a@b.example'], severity: OPTION }),
			leftOut: alertOf({ type: 'email', severity: OPTION }),
		},
		{
			name: 'alert.update',
			stored: alertOf({ type: 'pager' }),
			told: { ...alertOf({ type: 'pager' }), name: 'n' },
			leftOut: alertOf({ type: 'pager', severity: OPTION }),
		},
		{
			name: 'dashboard.create',
			told: { name: 'line', tiles: [] },
			leftOut: { name: 'n', tiles: [{ name: 'line', config: { displayType: 'line' } }] },
		},
		{
			name: 'dashboard.update',
			stored: { name: 'n', tiles: [] },
			told: { name: 'n', tiles: [], tags: ['line'] },
			leftOut: { name: 'n', tiles: [{ name: 'line', config: { displayType: 'line' } }] },
		},
		{
			name: 'pipe.create',
			told: pipeOf([]),
			leftOut: pipeOf([{ name: SOURCE_OPTION, type: SOURCE_OPTION }]),
		},
		{
			name: 'pipe.update',
			told: { fieldMappings: [{ sourceField: 'a', destinationField: 'b' }] },
			leftOut: { fieldMappings: [{ sourceField: 'a', destinationField: 'b', c: SOURCE_OPTION }] },
		},
		{
			name: 'apiKey.create',
			told: { name: 'enabled', ipAccessList: access() },
			leftOut: { name: 'n', ipAccessList: access('enabled') },
		},
		{
			name: 'source.create',
			told: { name: 'n', from: { tableName: 'log' } },
			leftOut: { name: 'n', from: { tableName: 't', other: 'log' } },
		},
		{
			name: 'webhook.update',
			stored: SLACK,
			told: { ...SLACK, name: 'slack' },
			leftOut: { ...SLACK, url: 'https://a.example/slack' },
		},
	])('says whether $name leaves out a text, even an option', ({ name, stored, ...bodies }) => {
		const { told, leftOut } = bodies;
		expect([told, leftOut].map((body) => isCut(name, body, stored))).toEqual([false, true]);
	});
});
