import type { INodeParameters } from 'n8n-workflow';
import { jsonParse } from 'n8n-workflow';

import type { EmulatorIds, EmulatorOptions } from '../../emulator';
import type { TriggerName } from '../../engine/harness/polledNode';
import {
	OPERATION_SAMPLES,
	SAMPLE_SOURCE,
	sampleNode,
} from '../../engine/harness/operationSamples';
import type { SentRequest } from '../exchange';
import { httpBlock, requestsOfNode, requestsOfPoll } from '../exchange';
import { exists, readDocument } from '../files';
import { code, jsonBlock } from '../markdown';

/** How each event of the triggers is set. */
const EVENT_SAMPLES: Readonly<Record<string, (ids: EmulatorIds) => INodeParameters>> = {
	alertStateChanged: () => ({ event: 'alertStateChanged', states: 'ALERT' }),
	newActivity: () => ({ event: 'newActivity', filters: { types: 'service_start, service_stop' } }),
	pipeStateChanged: () => ({
		event: 'pipeStateChanged',
		states: 'Failed, InternalError, Degraded',
	}),
	reversePrivateEndpointStatusChanged: ({ serviceId, reversePrivateEndpointId }) => ({
		event: 'reversePrivateEndpointStatusChanged',
		serviceId,
		reversePrivateEndpointIds: reversePrivateEndpointId,
	}),
	serviceStateChanged: ({ serviceId }) => ({
		event: 'serviceStateChanged',
		serviceIds: serviceId,
	}),
	valueChanged: ({ serviceId }) => ({
		event: 'valueChanged',
		paths: `/v1/organizations/{organizationId}/services/${serviceId}`,
		valuePath: 'result.state',
		states: 'failed, degraded',
	}),
};

/** The events that need an API which the neutral reference doesn't describe. */
const NEED_MORE: Readonly<Record<string, EmulatorOptions>> = {
	alertStateChanged: { dashboardApi: 'clickstack' },
	pipeStateChanged: { cloudOperations: true },
};

/** Returns an example of an operation: the node's parameters, and what it really sends with them. */
export async function operationExample(
	type: string,
	resource: string,
	operation: string,
): Promise<string> {
	const { requests, parameters } = await requestsOfNode((ids) => {
		const sample = Object.values(OPERATION_SAMPLES).find((candidate) => {
			const chosen = candidate.parameters(ids);
			const isSame = chosen.resource === resource && chosen.operation === operation;
			return isSame && candidate.type === type;
		});
		if (sample === undefined) throw new Error(`There is no sample of ${resource} ${operation}`);
		return sampleNode(sample, ids);
	}, SAMPLE_SOURCE);
	return exampleText(parameters, requests);
}

/** Returns an example of an event of a trigger: the node's parameters, and what the first poll really sends. */
export async function eventExample(trigger: TriggerName, event: string): Promise<string> {
	const sample = EVENT_SAMPLES[event];
	if (sample === undefined) throw new Error(`There is no sample of the event ${event}`);
	const { requests, parameters } = await requestsOfPoll(trigger, sample, NEED_MORE[event]);
	return exampleText(parameters, requests);
}

/** Says which members the items have that an operation outputs, from the schema that the editor shows; empty without one. */
export function outputText(node: string, resource: string, operation: string): string {
	const file = `nodes/${node}/__schema__/v1.0.0/${resource}/${operation}.json`;
	if (!exists(file)) return '';
	const { properties }: { properties: object } = jsonParse(readDocument(file));
	return `An output item has: ${Object.keys(properties).map(code).join(', ')}.`;
}

function exampleText(parameters: INodeParameters, requests: readonly SentRequest[]): string {
	const sent = [...new Set(requests.map(httpBlock))].join('\n\n');
	return `Example, as the workflow stores it:\n\n${jsonBlock(parameters)}\n\nIt sends:\n\n${sent}`;
}
