import { operations } from '../../../nodes/CloudManagement/resources';
import { doneSummaryOf, summaryOf } from '../../../nodes/engine/summary/summaries';
import type { JsonObject } from '../../../nodes/engine/json';
import type { Operation } from '../../../nodes/engine/operation';
import { SEEDED_IDS } from '../../../tools/emulator/state/ids';
import type { OperationSample } from '../../../tools/samples/operationSamples';
import { OPERATION_SAMPLES } from '../../../tools/samples/operationSamples';
import { asObject } from '../../../nodes/engine/parameters/values';
import { CLOUD, summarizing, TABLES } from './context';

interface Named {
	name: string;
	resource: string;
	operation: Operation;
}

/** If an operation exists in both nodes, uses the management node's. */
const ALL: Named[] = Object.entries(TABLES).flatMap(([resource, group]) =>
	Object.entries(group).map(([name, operation]) => ({
		name: `${resource} ${name}`,
		resource,
		operation,
	})),
);
const OF_MANAGEMENT = ALL.filter(({ resource }) => Object.hasOwn(operations, resource));

function sampleOf({ name }: Named): OperationSample {
	const sample = OPERATION_SAMPLES[name];
	if (sample === undefined) throw new Error(`There is no sample of ${name}`);
	return sample;
}

it.each(ALL.filter(({ operation }) => operation.kind === 'read'))(
	'$name offers Max Concurrency without Resend Unknown Outcomes',
	({ operation }) => {
		const collection = operation.properties.find(({ name }) => name === 'options');
		const names = collection?.options?.map(({ name }) => name);
		expect(names).toContain('maxConcurrency');
		expect(names).not.toContain('resendUnknown');
	},
);

it.each(ALL)('$name reads each fact once', (given) => {
	const parameters = { ...sampleOf(given).parameters(SEEDED_IDS) };
	const options = { ...asObject(parameters['options']), dryRun: true };
	const { needs = [] } = given.operation.plan({ ...parameters, options }, CLOUD);
	const facts = needs.map(({ fact }) => fact);
	expect(facts).toEqual([...new Set(facts)]);
});

describe('summaryOf and doneSummaryOf', () => {
	/** Once the change was made or is in progress, the summary starts with this word. */
	const DONE: Readonly<Record<string, string>> = {
		Assign: 'Assigned',
		Change: 'Changed',
		Create: 'Created',
		Delete: 'Deleted',
		Invite: 'Invited',
		Read: 'Read',
		Remove: 'Removed',
		Replace: 'Replaced',
		Reset: 'Reset',
		Resync: 'Resync requested for',
		Run: 'Ran',
		Scale: 'Scaled',
		Send: 'Sent',
		Set: 'Set',
		Start: 'Start requested for',
		Stop: 'Stop requested for',
		Update: 'Updated',
		Validate: 'Validated',
		Wake: 'Wake requested for',
	};
	const itemWith = (given: Named, body?: JsonObject) => {
		const parameters = sampleOf(given).parameters(SEEDED_IDS);
		return {
			itemIndex: 0,
			parameters,
			request: { method: 'POST' as const, path: '/x', ...(body && { body }) },
		};
	};

	it.each(ALL)('starts with a verb for $name', (given) => {
		const { operation } = given;
		const execution = summarizing(operation);
		for (const body of [undefined, {}]) {
			const text = summaryOf(itemWith(given, body), execution).text;
			const [verb = ''] = /^\w+/.exec(text) ?? [];
			const past = DONE[verb] ?? (operation.kind === 'change' ? 'missing' : verb);
			const done = doneSummaryOf(itemWith(given, body), execution);
			expect(done).toBe(text.replace(/^\w+/, past));
		}
	});

	const ofOrganization = OF_MANAGEMENT.filter(
		({ operation, resource }) =>
			resource !== 'apiRequest' &&
			operation.kind !== 'wait' &&
			JSON.stringify(operation.properties).includes('"organizationId"') &&
			operation.properties.every(({ name }) => name !== 'serviceId'),
	);

	it.each(ofOrganization)(
		"shows an organization other than the credential's for $name",
		(given) => {
			const item = itemWith(given, {});
			const parameters = { ...item.parameters, options: { organizationId: 'o-1' } };
			const execution = summarizing(given.operation);
			expect(summaryOf({ ...item, parameters }, execution).text).toContain('organization o-1');
		},
	);

	const JSON_FIELDS = ['additionalFields', 'pipeJson', 'updateFields'];
	const withJson = OF_MANAGEMENT.filter(({ operation }) =>
		operation.properties.some(({ name }) => JSON_FIELDS.includes(name)),
	);

	it.each(withJson)('reports an unknown key of $name', (given) => {
		const execution = summarizing(given.operation);
		const novel = summaryOf(itemWith(given, { novel: 'a' }), execution).text;
		expect(novel).not.toBe(summaryOf(itemWith(given, {}), execution).text);
	});
});

describe('operation.repeatable', () => {
	/** These changes depend on their body, or do something else if they're sent again. */
	const NOT_ALWAYS = [
		'alert create',
		'apiKey create',
		'apiRequest send',
		'byocInfrastructure create',
		'dashboard create',
		'dashboard update',
		'invitation create',
		'pipe create',
		'pipe resync',
		'pipe update',
		'privateEndpoint create',
		'queryEndpoint create',
		'queryEndpoint run',
		'reversePrivateEndpoint create',
		'role create',
		'savedQuery create',
		'savedSearch create',
		'service create',
		'service resetPassword',
		'source create',
		'webhook create',
	];
	const changes = ALL.flatMap(({ name, operation }) =>
		operation.kind === 'change' ? [{ name, operation }] : [],
	);

	it.each(changes)('allows a resend of $name only if repeating is harmless', (given) => {
		const { name, operation } = given;
		expect(operation.repeatable === true).toBe(!NOT_ALWAYS.includes(name));
	});
});
