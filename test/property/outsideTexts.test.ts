import * as fc from 'fast-check';
import { NodeApiError } from 'n8n-workflow';

import { operations as dashboardOperations } from '../../nodes/CloudDashboard/resources';
import { operations as managementOperations } from '../../nodes/CloudManagement/resources';
import { pollError } from '../../nodes/features/watch/poll';
import { apiMessage } from '../../nodes/engine/errors/apiMessage';
import { executeOperation } from '../../nodes/engine/execution/execute';
import type { JsonObject } from '../../nodes/engine/json';
import type {
	ChangeOperation,
	Operation,
	OperationTable,
	OperationTexts,
} from '../../nodes/engine/operation';
import { asWritten, joinPhrases, quoteName, quoted } from '../../nodes/engine/phrase';
import { summaryOf } from '../../nodes/engine/summary/summaries';
import { withoutHtml } from '../../nodes/engine/text';
import { growth, MAX_GROWTH } from '../growth';
import { contextOf, summarizing } from '../unit/management/context';
import { API, CREATE, fakeContext, json, OPTIONS_FIELD, plannedItem } from '../unit/core/fakes';

const SEED = 20_261_123;
const TABLES: OperationTable = { ...managementOperations, ...dashboardOperations };

/** People would click these texts, not see them, or mistake them for the message. */
const PARTS = [
	'evil.com/x login.evil.com:8443 10.0.0.1:8080/x пример.рф evil。com भारत.भारत default.orders *.json',
	'*b* _i_ **b* _i * _ order_id 2*3',
	'https:// ftp://a :// www. evil com co . ． ｡ ․ / 1 : \' ’ " ‹ ` || ~~ ]( ![ [y]( ] ( &lt; &#46;',
	'<a href="x"> <img/src=x> </a> \u00ad \u200b \u2800 \u3164 \u202e \ufe0f \u{e0041} \u115f \ud800',
	'\u{E000} \u{E001} \u{E002} \u{E003} \u{E004}',
].flatMap((parts) => [...parts.split(' '), '\n', ' ', '\ufeff']);

const outside = fc
	.array(
		fc.oneof(
			{ weight: 4, arbitrary: fc.constantFrom(...PARTS) },
			fc.string({ unit: 'binary', maxLength: 3 }),
		),
		{ maxLength: 12 },
	)
	.map((parts) => parts.join(''));

const INVISIBLE = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]|[^\S ]/u;
const MARKUP = /[<>&|~`]|\]\(/;
/** Matches bold or italic text within a single name. */
const EMPHASIS =
	/\*[^\s*][^]*[^\s*]\*|(?<![\p{L}\p{N}_])_+[^\s_](?:[^]*[^\s_])?_(?![\p{L}\p{N}_])/u;
/** Chat and email programs turn a scheme, a host name, and an address into links. */
const CLICKABLE =
	/:\/\/|[\p{L}\p{M}\p{N}\p{S}_-][.。．｡․]\p{L}[\p{L}\p{M}-]|\d{1,3}(?:[.。．｡․]\d{1,3}){3}/u;

function summaryWith(
	operation: Operation,
	body: JsonObject,
	parameters: JsonObject,
	path = '/v1/x',
): string {
	const request = { method: 'POST', path, body } as const;
	return summaryOf(plannedItem(request, { parameters }), summarizing(operation)).text;
}

const PARAMETERS = [
	'serviceId',
	'pipeId',
	'backupId',
	'userId',
	'id',
	'activityId',
	'dashboardId',
	'path',
	'reversePrivateEndpointId',
	'valuePath',
	'waitFor',
];

/** The text is in every place that a sentence mentions, also as a key's name. */
function bodyOf(text: string, address = text): JsonObject {
	const addresses = { brokers: address, host: address, url: address };
	const source = { type: text, ...addresses, topics: text, path: text };
	return {
		name: text,
		email: text,
		role: text,
		assignedRoleIds: [text],
		accountId: text,
		regionId: text,
		[text]: 1,
		source: { [text.includes('com') ? 'kafka' : 'postgres']: source },
		destination: { database: text, table: text, roles: [text] },
	};
}

describe('outside text in a summary', () => {
	const operations = Object.values(TABLES).flatMap((group) => Object.values(group));

	it('contains no invisible character, markup, closing quote, or foreign URL', () => {
		fc.assert(
			fc.property(fc.constantFrom(...operations), outside, (operation, text) => {
				const parameters = Object.fromEntries(PARAMETERS.map((name) => [name, text]));
				const summary = summaryWith(operation, bodyOf(text), parameters);
				expect(summary).not.toMatch(INVISIBLE);
				expect(summary).not.toMatch(MARKUP);
				// A source's addresses are shown unchanged, because the reader must recognize them.
				const others = summaryWith(operation, bodyOf(text, 'b'), parameters);
				expect(others).not.toMatch(/:\/\//);
				const ends = summary.endsWith('…') ? summary : summary.replace(/"[^"]*"/g, '');
				expect(summary.endsWith('…') || !ends.includes('"')).toBe(true);
			}),
			{ seed: SEED, numRuns: 2000 },
		);
	});

	it.each([
		{ place: 'a name', word: quoteName },
		{ place: 'a name in quotes', word: quoted },
	])('contains nothing to click in $place', ({ word }) => {
		const summarize: OperationTexts['summarize'] = (_request, { text }) => word(text);
		const operation = { ...CREATE, texts: { summarize } };
		fc.assert(
			fc.property(outside, (text) => {
				const summary = summaryWith(operation, {}, { text });
				expect(summary).not.toMatch(CLICKABLE);
				expect(summary).not.toMatch(EMPHASIS);
			}),
			{ seed: SEED, numRuns: 2000 },
		);
	});
});

const quoting: ChangeOperation = {
	...CREATE,
	properties: [...CREATE.properties, OPTIONS_FIELD],
	output: {
		successHint: ({ state }, _request, shown) =>
			typeof state === 'string' ? `It is ${shown(state)}.` : undefined,
	},
};
const QUOTING: OperationTable = { thing: { create: quoting } };

describe("outside text in n8n's HTML", () => {
	it('contains no markup in a hint', async () => {
		await fc.assert(
			fc.asyncProperty(outside, async (state) => {
				const { context, hints } = fakeContext({
					operation: 'create',
					fields: { name: 'n' },
					respond: () => json({ result: { state } }),
				});
				await executeOperation(context, () => API, QUOTING);
				expect(hints).toHaveLength(1);
				expect(hints.join()).not.toMatch(/[<>&]/);
			}),
			{ seed: SEED, numRuns: 300 },
		);
	});

	it('contains no markup in a thrown error', async () => {
		await fc.assert(
			fc.asyncProperty(outside, async (error) => {
				const setup = {
					operation: 'create',
					fields: { name: 'n' },
					respond: () => json({ error, requestId: error }, 400),
				};
				const thrown: unknown = await executeOperation(
					fakeContext(setup).context,
					() => API,
					QUOTING,
				).catch((cause: unknown) => cause);
				if (!(thrown instanceof NodeApiError)) throw new Error('Nothing was thrown');
				expect(`${thrown.message} ${String(thrown.description)}`).not.toMatch(/[<>&]/);
				const node = { onError: 'continueRegularOutput' } as const;
				const { context } = fakeContext({ ...setup, node });
				const [items] = await executeOperation(context, () => API, QUOTING);
				expect(items?.[0]?.json['error']).toMatchObject({
					message: expect.stringContaining(shownOf(error)) as unknown,
				});
				expect(thrown.context.details).toEqual(items?.[0]?.json['error']);
			}),
			{ seed: SEED, numRuns: 300 },
		);
	});

	it("contains no markup in a poll's error", () => {
		fc.assert(
			fc.property(outside, (text) => {
				const node = fakeContext({ operation: 'create', fields: {} }).context.getNode();
				const { message, description } = pollError(node, {
					message: `Failed: ${text}`,
					description: `Why: ${text}`,
				});
				expect(`${message} ${String(description)}`).not.toMatch(/[<>&]/);
			}),
			{ seed: SEED, numRuns: 300 },
		);
	});

	it('removes only markup', () => {
		fc.assert(
			fc.property(outside, (text) => {
				expect(withoutHtml(text).replace(/[‹›＆]/g, '')).toBe(text.replace(/[<>&‹›＆]/g, ''));
			}),
			{ seed: SEED, numRuns: 500 },
		);
	});
});

/** Without secrets and on a single line, unless the message is a web page. */
function shownOf(error: string): string {
	return apiMessage({ status: 400, json: { error }, text: '' }, 'error', (text) => text);
}

const HOSTILE: Readonly<Record<string, (size: number) => string>> = {
	letters: (size) => 'x'.repeat(size),
	'letters and dots': (size) => 'a.'.repeat(size / 2),
	'dots in an address': (size) => `a@${'.'.repeat(size)}@`,
	schemes: (size) => 'a://'.repeat(size / 4),
	'spaces and periods': (size) => `${'. '.repeat(size / 2)}!`,
	'invisible characters': (size) => '\u200b'.repeat(size),
	quotes: (size) => "'`’".repeat(size / 3),
	brackets: (size) => '[]('.repeat(size / 3),
};

// Single patterns are tested with the package, and redaction separately. A sentence combines its patterns.
it.each(Object.entries(HOSTILE))('summarizes %s in linear time', async (_name, textOf) => {
	const task = (text: string) => {
		const summarize = () => joinPhrases([quoteName(text), quoted(text), asWritten(text)], ' ');
		summaryWith({ ...CREATE, texts: { summarize } }, {}, {});
		summaryWith(CREATE, { name: text }, {}, `/x?y=${text}`);
	};
	expect(await growth(2000, textOf, task)).toBeLessThan(MAX_GROWTH);
});

it('checks an email address of any length immediately', () => {
	const { create } = managementOperations.invitation;
	const isValid = (email: string) =>
		create.plan({ email }, contextOf()).issues.every(({ path }) => path !== 'email');
	const address = (length: number) => `${'a'.repeat(length - 12)}@example.com`;
	expect([254, 255].map(address).map(isValid)).toEqual([true, false]);
	const start = performance.now();
	expect(isValid(`a@${'.'.repeat(80_000)}@`)).toBe(false);
	expect(performance.now() - start).toBeLessThan(1000);
});
