import type { INodeParameters } from 'n8n-workflow';

import { properties as dashboardProperties } from '../../nodes/CloudDashboard/resources';
import { properties as managementProperties } from '../../nodes/CloudManagement/resources';
import type { Emulator } from '../emulator';
import type { OperationSample } from './samplesOf';

/** A model fills in all fields except choices. */
const CHOICES = new Set(
	[...managementProperties, ...dashboardProperties]
		.filter(({ type }) => type === 'options')
		.map(({ name }) => name),
);

export const fromAi = (key: string, type = 'string') =>
	`={{ $fromAI('${key}', 'The ${key}', '${type}') }}`;

/** Strings come from the model, except choices. */
export function sampleTool(
	{ parameters }: OperationSample,
	ids: Emulator['ids'],
): { parameters: INodeParameters; input: Record<string, string> } {
	const own = parameters(ids);
	const given = Object.entries(own).filter(
		(entry): entry is [string, string] => typeof entry[1] === 'string' && !CHOICES.has(entry[0]),
	);
	return {
		parameters: { ...own, ...Object.fromEntries(given.map(([key]) => [key, fromAi(key)])) },
		input: Object.fromEntries(given),
	};
}
