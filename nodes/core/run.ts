import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	INodeExecutionData,
} from 'n8n-workflow';

import type { Timing } from './gateQueue';
import type { DataMask } from './mask';
import { textMask, valueMask } from './mask';
import type { Api, JsonObject, Operation } from './operation';
import { secretsInData, secretsOf } from './secrets';
import type { Settings } from './settings';

/** One execution of a node, as its steps share it. */
export interface Run {
	context: IExecuteFunctions;
	api: Api;
	operation: Operation;
	credential: ICredentialDataDecryptedObject;
	extraCredential: ICredentialDataDecryptedObject | undefined;
	settings: Settings;
	timing: Timing;
	/** The output items of each input item, by its place. */
	results: INodeExecutionData[][];
}

/** Gives what keeps the run's secrets, and those in one request's body, out of texts. */
export function maskFor(run: Run, body?: JsonObject): (text: string) => string {
	const { api, credential, extraCredential } = run;
	return textMask(secretsOf(api, { credential, extraCredential, body }));
}

/** Gives what keeps the run's secrets, and those in one request's body, out of output items. */
export function dataMaskFor(run: Run, body?: JsonObject): DataMask {
	const { api, credential, extraCredential } = run;
	return {
		members: new Set(api.secretBodyMembers),
		text: valueMask(secretsInData(api, { credential, extraCredential, body })),
	};
}
