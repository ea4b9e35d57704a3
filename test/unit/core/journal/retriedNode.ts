import type { RawResponse } from '../../../../nodes/engine/http/response';
import type { ChangeOperation } from '../../../../nodes/engine/operation';
import { asObject } from '../../../../nodes/engine/parameters/values';
import { phrase, quoted } from '../../../../nodes/engine/phrase';
import type { FakeNode, Respond } from '../fakes';
import { FakeClock } from '../fakeClock';
import {
	byItem,
	CREATE,
	CREDENTIAL,
	execute,
	json,
	nameIn,
	newKey,
	text,
	withOptions,
} from '../fakes';

const MINUTE = 60_000;

function field(name: string): ChangeOperation['properties'][number] {
	return { displayName: name, name, type: 'json', default: '' };
}

const { properties, ...create } = withOptions(CREATE);
const OPERATION: ChangeOperation = {
	...create,
	properties: [...properties, field('isRead'), field('path')],
};

/** Creates or changes a thing at a path, or reads it. */
const change: ChangeOperation = {
	...OPERATION,
	plan: ({ isRead, path = '/things', name, password }) => ({
		request: {
			method: isRead === true ? 'GET' : 'POST',
			path: String(path),
			body: { name, ...(password !== undefined && { credentials: { password } }) },
		},
		issues: [],
	}),
};

/** A query may return any number of rows. */
const rows: ChangeOperation = {
	...change,
	plan: (parameters, context) => {
		const planned = change.plan(parameters, context);
		const open = () => ({ write: () => true, end: () => ({}) });
		return { ...planned, request: { ...planned.request, reader: { name: 'rows', open } } };
	},
};

const remove: ChangeOperation = {
	...OPERATION,
	output: { emptyResult: () => ({ deleted: true }) },
	plan: ({ isRead, path = '/things/1' }) => ({
		request: { method: isRead === true ? 'GET' : 'DELETE', path: String(path) },
		issues: [],
	}),
};

/** `put` is safe to repeat for a single name. `unsafeRemove` never is, like an API request. */
const OPERATIONS = {
	create: change,
	named: { ...change, texts: { subjectOf: ({ body }) => phrase`thing ${quoted(nameIn(body))}` } },
	rows,
	update: { ...change, repeatable: true },
	put: { ...change, repeatable: ({ name }) => name === 'safe' },
	remove: { ...remove, repeatable: true },
	unsafeRemove: remove,
} satisfies Record<string, ChangeOperation>;

export const REFUSED = json({ error: 'no' }, 400);
/** A gateway's page doesn't tell whether the API made the change, so the outcome is unknown. */
export const GATEWAY_FAILS = text('<html><title>Gateway Time-out</title>', 504);
/** The process ends while the request is in flight. */
export const PROCESS_DIES = json({}, 599);

/** The ID of each answer is the request's name. The named request fails. */
export function failingAt(name: string, response: RawResponse): Respond {
	return ({ body }) =>
		nameIn(body) === name ? response : json({ result: { id: String(nameIn(body)) } });
}

export const succeed = failingAt('none', REFUSED);

/** `credential` extends the default credential. */
export interface RetriedSetup extends Omit<FakeNode, 'credentials' | 'stored'> {
	credential?: object;
}

/** Three items run in several attempts, a minute apart. */
export class RetriedNode {
	/** n8n stores this for the node with the execution. */
	stored: Record<string, unknown> = {};
	private readonly clock = new FakeClock();
	private readonly keyId = newKey();

	constructor(private readonly setup: RetriedSetup = {}) {}

	/** Contains n8n's result and the requests, with the names in their bodies. */
	async run(changes: RetriedSetup = {}) {
		const { respond = succeed, credential, ...setup } = { ...this.setup, ...changes };
		const { stored } = this;
		const requests: Array<Parameters<Respond>[0]> = [];
		let storedAtDeath: string | undefined;
		const respondAlive: Respond = async (options, request) => {
			if (storedAtDeath !== undefined) return REFUSED;
			requests.push(options);
			const response = await respond(options, request);
			if (response === PROCESS_DIES) storedAtDeath = JSON.stringify(stored);
			return response;
		};
		const ordinary: FakeNode = {
			operation: 'create',
			count: 3,
			fields: { name: byItem },
			credentials: { testApi: { ...CREDENTIAL, keyId: this.keyId, ...credential } },
		};
		const result = await execute(
			{
				...ordinary,
				...setup,
				node: { ...this.setup.node, ...changes.node },
				respond: respondAlive,
				stored,
			},
			{ thing: OPERATIONS },
			this.clock,
		);
		// n8n stores the data as text.
		this.stored = asObject(JSON.parse(storedAtDeath ?? JSON.stringify(stored)));
		this.clock.passed += MINUTE;
		const hasDied = storedAtDeath !== undefined;
		return { ...result, hasDied, requests, sent: requests.map(({ body }) => nameIn(body)) };
	}
}
