import type { INodeParameters } from 'n8n-workflow';

import { SEEDED_IDS } from '../../../tools/emulator/state/ids';
import type { NodeUnderTest } from '../../../tools/engine/workflow';
import { MANAGEMENT } from '../../../tools/engine/workflow';
import { sampleNode, sampleOf } from '../../../tools/samples/operationSamples';

/** Secrets that must never be in a text. A header can carry them, and JSON, URLs and Base64 change them. */
export const SECRETS = {
	key: 'canary7Qz/Key+Secret&1',
	token: 'canary7Qz.Access_Token-2',
	source: 'canary7Qz/Source"Secret 3',
	body: 'canary7Qz\\Body<Secret>4',
} as const;

/** An operation, its secrets, and whether sending it twice does no harm. */
interface TriedOperation {
	node: NodeUnderTest;
	secrets: readonly string[];
	isHarmless?: true;
}

/** Each request has the mark of its item. */
const MARKED = '={{ "marked-item-" + $json.item }}';
const MARKED_BODY = `={{ JSON.stringify({ name: "marked-item-" + $json.item, password: ${JSON.stringify(SECRETS.body)} }) }}`;
const { key, token, source, body } = SECRETS;

function apiRequest(method: string, more: INodeParameters = {}): NodeUnderTest {
	const path = '={{ "/v1/things/marked-item-" + $json.item }}';
	const parameters = { resource: 'apiRequest', operation: 'send', method, path, ...more };
	return { type: MANAGEMENT, parameters };
}

function sample(name: string, changes: INodeParameters = {}): NodeUnderTest {
	return sampleNode(sampleOf(name), SEEDED_IDS, changes);
}

const TILES = { values: [{ name: 'New' }] };

/** Reads and changes of both nodes. */
export const OPERATIONS = {
	'API request DELETE': {
		node: apiRequest('DELETE', { body: MARKED_BODY }),
		secrets: [key, body],
	},
	'API request GET': { node: apiRequest('GET'), secrets: [key], isHarmless: true },
	'API request POST': { node: apiRequest('POST', { body: MARKED_BODY }), secrets: [key, body] },
	'API request PUT': { node: apiRequest('PUT', { body: MARKED_BODY }), secrets: [key, body] },
	'dashboard update': {
		node: sample('dashboard update', { name: MARKED, tiles: TILES }),
		secrets: [token],
	},
	'invitation create': {
		node: sample('invitation create', { email: `${MARKED}@example.com` }),
		secrets: [key],
	},
	'pipe create': { node: sample('pipe create', { name: MARKED }), secrets: [key, source] },
	'pipe stop': { node: sample('pipe stop'), secrets: [key], isHarmless: true },
	'service get': { node: sample('service get'), secrets: [key], isHarmless: true },
} satisfies Record<string, TriedOperation>;

export type OperationName = keyof typeof OPERATIONS;

export const OPERATION_NAMES = Object.keys(OPERATIONS).filter(
	(name): name is OperationName => name in OPERATIONS,
);

export function operationOf(name: OperationName): TriedOperation {
	return OPERATIONS[name];
}
