import type { INodeParameters } from 'n8n-workflow';

import { SEEDED_IDS } from '../../../tools/emulator/state/ids';
import { sampleNode, sampleOf } from '../../../tools/samples/operationSamples';
import type { NodeUnderTest } from '../../../tools/engine/workflow';
import { MANAGEMENT } from '../../../tools/engine/workflow';

/** A secret that must never be in a text. A header can carry it, and JSON, URLs and Base64 change it. */
export const SECRETS = {
	key: 'canary7Qz/Key+Secret&1',
	token: 'canary7Qz.Access_Token-2',
	source: 'canary7Qz/Source"Secret 3',
	body: 'canary7Qz\\Body<Secret>4',
} as const;

const MARKED = '={{ "marked-item-" + $json.item }}';

function apiRequest(method: string): NodeUnderTest {
	const body = `={{ JSON.stringify({ name: "marked-item-" + $json.item, password: ${JSON.stringify(SECRETS.body)} }) }}`;
	const parameters: INodeParameters = {
		...{ resource: 'apiRequest', operation: 'send', method },
		path: '={{ "/v1/things/marked-item-" + $json.item }}',
		...(method === 'GET' ? {} : { body }),
	};
	return { type: MANAGEMENT, parameters };
}

function sample(name: string, parameters: INodeParameters = {}): NodeUnderTest {
	return sampleNode(sampleOf(name), SEEDED_IDS, parameters);
}

/** Reads and changes of both nodes. A change that does harm if it is sent twice marks each request with its item. */
export const OPERATIONS = {
	'API request DELETE': apiRequest('DELETE'),
	'API request GET': apiRequest('GET'),
	'API request POST': apiRequest('POST'),
	'API request PUT': apiRequest('PUT'),
	'dashboard update': sample('dashboard update', {
		name: MARKED,
		tiles: { values: [{ name: 'New' }] },
	}),
	'invitation create': sample('invitation create', { email: `${MARKED}@example.com` }),
	'pipe create': sample('pipe create', { name: MARKED }),
	'pipe stop': sample('pipe stop'),
	'service get': sample('service get'),
} as const;

export type OperationName = keyof typeof OPERATIONS;

/** Returns the secrets of an operation's run. */
export function secretsOf(operation: OperationName): string[] {
	const { key, token, source, body } = SECRETS;
	if (operation === 'dashboard update') return [token];
	return [
		key,
		...(operation === 'pipe create' ? [source] : []),
		...('body' in OPERATIONS[operation].parameters ? [body] : []),
	];
}

/** Operations that may be sent twice. */
export const HARMLESS: ReadonlySet<OperationName> = new Set([
	...(['API request GET', 'pipe stop', 'service get'] as const),
]);
