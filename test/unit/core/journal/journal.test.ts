import { isDeepStrictEqual } from 'node:util';

import * as fc from 'fast-check';
import type { INodeExecutionData } from 'n8n-workflow';

import type { RawResponse } from '../../../../nodes/engine/http/response';
import type { JsonObject } from '../../../../nodes/engine/json';
import { isJsonObject } from '../../../../nodes/engine/json';
import { asObject } from '../../../../nodes/engine/parameters/values';
import { json, nameIn, shown } from '../fakes';
import type { Answer, Attempt, Effects, ModelItem, ModelNode } from './journalModel';
import { ACTIONS, FATES, JournalModel } from './journalModel';
import { GATEWAY_FAILS, PROCESS_DIES, REFUSED, RetriedNode } from './retriedNode';

const SEED = 20_261_126;
const MAX_ITEMS = 3;
const BASE_URL = 'https://api.example.com/base';
const OUTPUT = 'warehouse';

/** Most attempts have the usual value. */
function mostly<T>(usual: T, ...others: T[]): fc.Arbitrary<T> {
	return fc.oneof(
		{ weight: 4, arbitrary: fc.constant(usual) },
		{ weight: 1, arbitrary: fc.constantFrom(...others) },
	);
}

const anyItem = (position: number): fc.Arbitrary<ModelItem> =>
	fc.record({
		// A run of only reads has no journal.
		isRead: position === 0 ? fc.constant(false) : mostly(false, true),
		path: mostly('/things', '/others'),
		query: mostly('', '?at=1', '?at=2'),
		name: mostly(`name${String(position)}`, 'name0', 'name1', 'safe'),
		password: mostly('mistyped-1', 'corrected-2'),
	});

const anyAnswer: fc.Arbitrary<Answer> = fc.oneof(
	{ weight: 6, arbitrary: fc.constant<Answer>('made') },
	{ weight: 4, arbitrary: fc.constantFrom<Answer>('refused', 'gatewayFails', 'notFound') },
	{
		weight: 1,
		arbitrary: fc.constantFrom<Answer>('madeWithErrorKey', 'madeWithoutRecord', 'unreachable'),
	},
	{ weight: 1, arbitrary: fc.constant<Answer>('processDies') },
);

const anyAttempt: fc.Arbitrary<Attempt> = fc.record({
	items: fc.tuple(anyItem(0), anyItem(1), anyItem(2)),
	answers: fc.array(anyAnswer, { minLength: MAX_ITEMS, maxLength: MAX_ITEMS }),
	edition: mostly('original', 'another field', 'another option', 'another credential'),
	runIndex: mostly(0, 1),
	baseUrl: mostly(BASE_URL, `${BASE_URL}/`, 'https://eu.example.com'),
	keySecret: mostly('canary/secret', 'canary/rotated'),
	resendUnknown: mostly(false, true),
	continuesOnFail: fc.boolean(),
	isUnapproved: mostly(false, true),
});

const anyNode: fc.Arbitrary<ModelNode> = fc.record({
	operation: fc.constantFrom('create', 'update', 'put', 'remove', 'unsafeRemove'),
	isTool: mostly(false, true),
	retriesOnFail: fc.boolean(),
});

const anyScenario = fc
	.record({
		node: anyNode,
		count: fc.integer({ min: 1, max: MAX_ITEMS }),
		attempts: fc.array(anyAttempt, { minLength: 2, maxLength: 6 }),
	})
	.map(({ node, count, attempts }) => ({
		node,
		attempts: attempts.map((one) => ({ ...one, items: one.items.slice(0, count) })),
	}));

function responseTo(answer: Answer, id: string): RawResponse {
	switch (answer) {
		case 'made':
			return json({ result: { id, summary: OUTPUT } });
		case 'madeWithErrorKey':
			return json({ result: { id, error: null } });
		case 'madeWithoutRecord':
			return json({ result: [] });
		case 'refused':
			return REFUSED;
		case 'notFound':
			return json({ error: 'NOT_FOUND' }, 404);
		case 'unreachable':
			throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
		case 'gatewayFails':
			return GATEWAY_FAILS;
		case 'processDies':
			return PROCESS_DIES;
	}
}

function nodeUnderTest({ operation, isTool, retriesOnFail }: ModelNode) {
	const type = isTool ? 'test.nodeTool' : 'test.node';
	const node = new RetriedNode({ operation, node: { type, retryOnFail: retriesOnFail } });
	let requests = 0;
	return async ({ items, answers, edition, ...attempt }: Attempt): Promise<Effects> => {
		const left = [...answers];
		const result = await node.run({
			count: items.length,
			fields: {
				isRead: (position: number) => items[position]?.isRead,
				path: (position: number) => `${items[position]?.path ?? ''}${items[position]?.query ?? ''}`,
				name: (position: number) => items[position]?.name,
				password: (position: number) => items[position]?.password,
				note: edition === 'another field' ? edition : '',
				options: {
					maxRetries: 0,
					resendUnknown: attempt.resendUnknown,
					...(edition === 'another option' && { note: edition }),
					...(attempt.isUnapproved && { approvedPlan: 'of other requests' }),
				},
			},
			credential: { baseUrl: attempt.baseUrl, keySecret: attempt.keySecret },
			...(edition === 'another credential' && {
				node: { credentials: { testApi: { id: edition, name: edition } } },
			}),
			...(attempt.continuesOnFail && { onError: 'continueRegularOutput' }),
			runIndex: attempt.runIndex,
			respond: () => {
				requests += 1;
				return responseTo(left.shift() ?? 'made', `r${String(requests)}`);
			},
		});
		const { cloudWrites: entries = [] } = node.stored;
		const visible = [result.items, result.hints, result.error, node.stored];
		expect(JSON.stringify(visible)).not.toMatch(/mistyped|corrected|canary/);
		// An output can contain secrets that its fields' names don't reveal.
		expect(JSON.stringify(node.stored)).not.toContain(OUTPUT);
		return {
			requests: result.requests.map(({ method = '', url, body }) =>
				typeof body === 'string' ? `${method} ${url} ${body}` : `${method} ${url}`,
			),
			results: result.hasDied ? [] : resultsOf(result, items.length),
			hints: result.hasDied ? [] : result.hints.map(withoutItems),
			remembered: Array.isArray(entries) ? entries.length : NaN,
		};
	};
}

function withoutItems(hint: string): string {
	return hint.replace(/ \(items? [\d–, ]+\)$/, '');
}

/** The model's words are easier to compare. */
function resultsOf(run: { items: INodeExecutionData[]; error: unknown }, count: number): string[] {
	if (run.error !== undefined) {
		const { item, message, ...facts } = asObject(shown(run.error).details);
		const text = errorText({ ...facts, message });
		return [typeof item === 'number' ? `item ${String(item)}: ${text}` : text];
	}
	return Array.from({ length: count }, (_, item) => {
		const own = run.items.find(({ pairedItem }) => isDeepStrictEqual(pairedItem, { item }));
		if (own === undefined) return 'no item';
		if (isJsonObject(own.json['error'])) return errorText(own.json['error']);
		const { id, error } = own.json;
		const name = typeof id === 'string' ? id : 'deleted';
		return error === null ? `${name} with the key error` : name;
	});
}

function errorText({ message, outcome }: JsonObject): string {
	const name = `error ${String(outcome)}`;
	const text = String(message)
		.replace(/^Item \d+: /, '')
		.replace(/(?<=\(\d+) for \w+ [^)]+/, '');
	return outcome === 'unknown' ? `${name}: ${text}` : name;
}

describe('WriteJournal', () => {
	it('matches the model for any changes between attempts', async () => {
		const used = new Set<string>();
		await fc.assert(
			fc.asyncProperty(anyScenario, async ({ node, attempts }) => {
				const model = new JournalModel(node);
				const run = nodeUnderTest(node);
				for (const attempt of attempts) expect(await run(attempt)).toEqual(model.next(attempt));
				for (const action of model.used) used.add(action);
			}),
			{ seed: SEED, numRuns: 600 },
		);
		// The scenarios must reach every rule.
		expect(used).toEqual(new Set(ACTIONS));
	});

	it('never creates a record twice over attempts with any API responses', async () => {
		const anyAnswers = fc.array(fc.array(anyAnswer, { minLength: 3, maxLength: 3 }));
		await fc.assert(
			fc.asyncProperty(anyAnswers, fc.boolean(), async (attempts, continues) => {
				const node = new RetriedNode(continues ? { onError: 'continueRegularOutput' } : {});
				const made: unknown[] = [];
				for (const answers of attempts) {
					const { hasDied, error } = await node.run({
						respond: ({ body }) => {
							const answer = answers.shift() ?? 'made';
							if (FATES[answer] !== 'refused') made.push(nameIn(body));
							return responseTo(answer, 'r');
						},
					});
					expect(made).toEqual([...new Set(made)]);
					if (!hasDied && error === undefined) break;
				}
			}),
			{ seed: SEED, numRuns: 200 },
		);
	});
});
