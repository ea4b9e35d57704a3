import { readNeeds } from '../../../../nodes/engine/execution/facts';
import { planItems } from '../../../../nodes/engine/execution/plan';
import { Session } from '../../../../nodes/engine/execution/session';
import type { RawResponse } from '../../../../nodes/engine/http/response';
import type { JsonObject } from '../../../../nodes/engine/json';
import { withoutAbsent, isJsonObject, withoutUndefined } from '../../../../nodes/engine/json';
import type { Execution } from '../../../../nodes/engine/executionState';
import type {
	Need,
	ChangeOperation,
	Operation,
	ParameterValues,
} from '../../../../nodes/engine/operation';
import type { HttpRequest } from '../../../../nodes/engine/request';
import { FakeClock } from '../fakeClock';
import type { FakeNode } from '../fakes';
import { CREDENTIAL, execute, fakeExecution, json, newKey, OPTIONS_FIELD } from '../fakes';
import { openClient } from '../http/openClient';

/** Only the API sets these keys. */
const READ_ONLY = ['id', 'updatedAt'];

/** Reads a thing, by default the thing that a request replaces. */
export function thingNeed(id: unknown, changes: Partial<Need> = {}): Need {
	return {
		fact: 'record',
		purpose: 'The node reads the thing first.',
		permission: 'thing:view',
		request: { method: 'GET', path: `/things/${String(id)}` },
		factIn: (payload) =>
			isJsonObject(payload)
				? { value: payload }
				: { problem: { message: 'The API has no such thing.', description: 'Check Thing ID.' } },
		...changes,
	};
}

type NeedsOf = (parameters: ParameterValues, facts: JsonObject) => Need[];

const recordOf: NeedsOf = ({ thingId }) => [thingNeed(thingId)];

const field = (name: string): Operation['properties'][number] => ({
	displayName: name,
	name,
	type: 'json',
	default: '',
});

export function partsOf(record: unknown): unknown[] {
	return isJsonObject(record) && Array.isArray(record['parts']) ? record['parts'] : [];
}

/** A part gets its ID from the API. A thing without a name is refused. */
export function updateOf(
	needsOf: NeedsOf = recordOf,
	members: Partial<ChangeOperation> = {},
): ChangeOperation {
	return {
		kind: 'change',
		properties: [...['thingId', 'name', 'note', 'part'].map(field), OPTIONS_FIELD],
		unknownOutcome: ['The thing may have changed', 'Look at it.'],
		texts: {
			summarize: ({ body }, { thingId }, { record }) => {
				const [before, after] = [record, body].map((one) =>
					isJsonObject(one) ? one['name'] : '?',
				);
				return `Update ${String(thingId)} from ${String(before)} to ${String(after)}`;
			},
			subjectOf: (_request, { thingId }) => `thing ${String(thingId)}`,
		},
		plan: ({ thingId, name, note, part, ...others }, context) => {
			const { facts } = context;
			const { record } = facts;
			const issues = name === '' ? [{ path: 'name', text: 'is empty.' }] : [];
			const request = { method: 'PUT' as const, path: `/things/${String(thingId)}` };
			const entered = {
				request: { ...request, body: withoutUndefined({ name, note, part }) },
				issues,
			};
			const needs = needsOf({ thingId, ...others }, facts);
			if (needs.some(({ fact }) => !Object.hasOwn(facts, fact))) return { ...entered, needs };
			const stored = withoutAbsent(record, READ_ONLY);
			const known = partsOf(record);
			const parts = part === undefined ? {} : { parts: [...known, { name: part }] };
			const body = { ...stored, ...withoutUndefined({ name, note }), ...parts };
			return {
				request: { ...request, body },
				replaces: {
					readOnly: READ_ONLY,
					expected: isJsonObject(record) ? { ...record, ...body } : undefined,
				},
				issues,
			};
		},
		...members,
	};
}

export const UPDATE = updateOf();

/** Replaces the answer to a request. If undefined, the stored things answer. */
export type Otherwise = (
	request: string,
	count: number,
) => Promise<RawResponse> | RawResponse | undefined;

/** Supports reads and PUT. */
export class Things {
	readonly stored = new Map<string, JsonObject>();
	readonly requests: string[] = [];
	readonly bodies: unknown[] = [];
	private ids = 0;

	constructor(
		things: Record<string, JsonObject>,
		private readonly otherwise: Otherwise = () => undefined,
	) {
		for (const [id, thing] of Object.entries(things)) this.stored.set(id, { id, ...thing });
	}

	/** Changes a thing as somebody else would. */
	edit(id: string, changes: JsonObject): void {
		this.stored.set(id, { ...this.stored.get(id), ...changes });
	}

	async answer({ method, path, body }: HttpRequest): Promise<RawResponse> {
		const request = `${method} ${path}`;
		this.requests.push(request);
		if (method !== 'GET') this.bodies.push(body);
		const count = this.requests.filter((one) => one === request).length;
		const other = await this.otherwise(request, count);
		if (other !== undefined) return other;
		if (path === '/things') return json({ result: [...this.stored.values()] });
		const id = path.replace('/things/', '');
		if (!this.stored.has(id)) return json({ error: 'NOT_FOUND' }, 404);
		if (method === 'PUT' && isJsonObject(body)) this.stored.set(id, this.replaced(id, body));
		return json({ result: this.stored.get(id) });
	}

	open(clock: FakeClock) {
		const transport = async (request: HttpRequest) => await this.answer(request);
		return openClient([], { transport, clock, maxRetries: 0 }).client;
	}

	/** Runs an operation on this service as n8n does. */
	async run(setup: FakeNode, operation: Operation = UPDATE, clock = new FakeClock()) {
		return await execute(
			{
				operation: 'update',
				credentials: { testApi: { ...CREDENTIAL, keyId: newKey() } },
				respond: async ({ method = 'GET', url, body }) =>
					await this.answer({
						method: method as HttpRequest['method'],
						path: url.replace(/^.*\/base/, ''),
						...(typeof body === 'string' && { body: JSON.parse(body) as JsonObject }),
					}),
				...setup,
			},
			{ thing: { update: operation } },
			clock,
		);
	}

	private replaced(id: string, { parts, ...body }: JsonObject): JsonObject {
		const all: unknown[] = Array.isArray(parts) ? parts : [];
		const withIds = all.filter(isJsonObject).map((part) => {
			if (part['id'] !== undefined) return part;
			this.ids += 1;
			return { id: `part-${String(this.ids)}`, ...part };
		});
		const updatedAt = this.requests.length;
		return { id, ...body, ...(Array.isArray(parts) && { parts: withIds }), updatedAt };
	}
}

export async function planOnThings(
	items: readonly ParameterValues[],
	things: Things,
	changes: Partial<Execution> = {},
) {
	const clock = new FakeClock();
	const credential = { ...CREDENTIAL, keyId: newKey() };
	const execution = fakeExecution({ operation: UPDATE, clock, credential, ...changes });
	const session = new Session(execution, things.open(clock));
	const drafts = planItems(execution, items.length, (itemIndex) => ({
		parameters: items[itemIndex] ?? {},
		chosenNames: new Map(),
		issues: [],
		empty: [],
		unevaluated: [],
	}));
	const all = await readNeeds(execution, drafts, session);
	const valid = all.filter((item) => item.state === 'planned');
	const invalid = all.filter(({ state }) => state !== 'planned');
	return { valid, invalid, execution, session, clock };
}
