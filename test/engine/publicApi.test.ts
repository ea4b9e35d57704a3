import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { CloudDashboardApi } from '../../credentials/CloudDashboardApi.credentials';
import { CloudManagementApi } from '../../credentials/CloudManagementApi.credentials';
import { CloudPipeSourceApi } from '../../credentials/CloudPipeSourceApi.credentials';
import { CloudAlertTrigger } from '../../nodes/CloudAlertTrigger/CloudAlertTrigger.node';
import { CloudDashboard } from '../../nodes/CloudDashboard/CloudDashboard.node';
import { CloudDashboardTrigger } from '../../nodes/CloudDashboardTrigger/CloudDashboardTrigger.node';
import { CloudManagement } from '../../nodes/CloudManagement/CloudManagement.node';
import { CloudManagementTrigger } from '../../nodes/CloudManagementTrigger/CloudManagementTrigger.node';

const FILE = path.join(__dirname, 'publicApi.json');

type Named = INodeProperties | INodePropertyCollection | INodePropertyOptions;

/** Each stored name is a line with its values: `kafkaType: options = kafka | msk`. */
function linesOf(properties: readonly INodeProperties[], prefix = ''): string[] {
	return properties.flatMap((property) => {
		if (property.type === 'notice') return [];
		const name = prefix + property.name;
		const options: readonly Named[] = property.options ?? [];
		const modes = (property.modes ?? []).map((mode) => mode.name);
		const values = [
			...options.flatMap((option) => ('value' in option ? [String(option.value)] : [])),
			...modes,
		];
		const offered = values.length > 0 ? ` = ${values.join(' | ')}` : '';
		// n8n doesn't store default values, so workflows depend on defaults too.
		const line = `${name}: ${property.type}${offered}, default ${JSON.stringify(property.default)}`;
		const members = options.flatMap((option) => {
			if ('values' in option) return linesOf(option.values, `${name}.${option.name}.`);
			return 'type' in option ? linesOf([option], `${name}.`) : [];
		});
		return [line, ...members];
	});
}

function publicApi(): Record<string, string[]> {
	const nodes = [
		new CloudAlertTrigger(),
		new CloudDashboard(),
		new CloudDashboardTrigger(),
		new CloudManagement(),
		new CloudManagementTrigger(),
	].map(({ description }) => ({
		name: `${description.name} version ${String(description.version)}, credentials ${(description.credentials ?? []).map(({ name }) => name).join(' | ')}`,
		properties: description.properties,
	}));
	const credentials = [new CloudDashboardApi(), new CloudManagementApi(), new CloudPipeSourceApi()];
	return Object.fromEntries(
		[...nodes, ...credentials].map(({ name, properties }) => [
			name,
			[...new Set(linesOf(properties))].sort(),
		]),
	);
}

describe('parameter names and values', () => {
	it('match the names and values in publicApi.json', () => {
		const current = publicApi();
		if (process.env.UPDATE_PUBLIC_API === '1') {
			writeFileSync(FILE, `${JSON.stringify(current, null, 2)}\n`);
		}
		const kept: unknown = JSON.parse(readFileSync(FILE, 'utf8'));
		expect(current).toEqual(kept);
	});
});
