import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	INodeParameters,
	IPollFunctions,
} from 'n8n-workflow';

import type { RawResponse } from '../../../nodes/core/http/response';
import { dashboardTrigger } from '../../../nodes/CloudDashboardTrigger/trigger';
import { managementTrigger } from '../../../nodes/CloudManagementTrigger/trigger';
import { runPoll } from '../../../nodes/core/watch/poll';
import { FakeTime, json, SILENT } from '../core/fakes';

export const ORGANIZATION_ID = '3f0c9a52-7b1d-4e8a-9c64-2d5e8f7a1b90';

export const CREDENTIAL: ICredentialDataDecryptedObject = {
	baseUrl: 'https://api.example.com',
	organizationId: ORGANIZATION_ID,
	keyId: 'key-id',
	keySecret: 'canary-secret',
	pipesSegment: 'pipes',
	engineSettingPrefix: 'engine_',
};

export type Respond = (path: string, signal?: AbortSignal) => RawResponse | Promise<RawResponse>;

/** What a test sets of one poll; the rest has defaults. */
export interface FakePoll {
	parameters?: IDataObject;
	/** The parameters that are expressions, as they are stored. */
	raw?: INodeParameters;
	staticData?: IDataObject;
	mode?: 'manual' | 'trigger';
	respond?: Respond;
	credential?: ICredentialDataDecryptedObject;
	budgetMs?: number;
}

let polls = 0;

/** Plays n8n's part of `poll` and records the paths that were read, and the errors that were reported. */
export function fakePoll(setup: FakePoll): {
	context: IPollFunctions;
	paths: string[];
	reported: Error[];
} {
	const paths: string[] = [];
	const reported: Error[] = [];
	polls += 1;
	const parameters: IDataObject = { event: 'newActivity', output: 'raw', ...setup.parameters };
	const respond = setup.respond ?? (() => json({ result: [] }));
	const { budgetMs } = setup;
	const context = {
		logger: SILENT,
		getNode: () => ({
			...{ name: 'Trigger', type: 'trigger', credentials: {} },
			parameters: { ...parameters, ...setup.raw },
		}),
		__emitError: (error: Error) => {
			reported.push(error);
		},
		getMode: () => setup.mode ?? 'trigger',
		getTimezone: () => 'UTC',
		...(budgetMs === undefined ? {} : { getPollBudgetMs: () => budgetMs }),
		getNodeParameter: (name: string, fallback: unknown) =>
			Object.hasOwn(parameters, name) ? parameters[name] : fallback,
		// A key of its own for each poll: every simulated clock starts again, which a shared rate limiter does not expect.
		getCredentials: async () =>
			await Promise.resolve({
				...(setup.credential ?? CREDENTIAL),
				keyId: `key-id-${String(polls)}`,
				accessToken: `token-${String(polls)}`,
			}),
		getWorkflowStaticData: () => {
			if (setup.staticData === undefined) throw new Error('the state was touched');
			return setup.staticData;
		},
		helpers: {
			async httpRequestWithAuthentication(
				this: IExecuteFunctions,
				_type: string,
				{ url }: IHttpRequestOptions,
			) {
				// This is how n8n's helper looks for a signal.
				if (!('getExecutionCancelSignal' in this)) throw new Error('no signal');
				if (!('helpers' in this) || 'none' in this) throw new Error('another context');
				const path = url.split(ORGANIZATION_ID)[1] ?? url;
				paths.push(path);
				const signal = this.getExecutionCancelSignal();
				const { status, ...rest } = await respond(path, signal);
				return { statusCode: status, ...rest };
			},
		},
	};
	return { context: context as unknown as IPollFunctions, paths, reported };
}

/** Runs one poll. Returns the items that it emits, and what it has read and reported. */
export async function poll(setup: FakePoll, clock = new FakeTime()) {
	const { context, paths, reported } = fakePoll(setup);
	const event = setup.parameters?.['event'];
	const trigger = event === 'alertStateChanged' ? dashboardTrigger : managementTrigger;
	const output = await runPoll(context, trigger, clock);
	return { items: output?.[0]?.map(({ json: item }) => item), paths, reported, clock };
}
