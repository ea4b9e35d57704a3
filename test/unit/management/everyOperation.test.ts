import type { INodeProperties } from 'n8n-workflow';

import { operations } from '../../../nodes/CloudManagement/resources';
import { doneSummaryOf, summaryOf } from '../../../nodes/engine/approval/sentences';
import type { JsonObject } from '../../../nodes/engine/json';
import { isJsonObject } from '../../../nodes/engine/json';
import type { Operation, Parameters } from '../../../nodes/engine/operation';
import { objectBody } from '../../../nodes/engine/operation';
import { SEEDED_IDS } from '../../../tools/emulator/state/ids';
import type { OperationSample } from '../../../tools/samples/operationSamples';
import { OPERATION_SAMPLES } from '../../../tools/samples/operationSamples';
import { CLOUD, codes, contextOf, TABLES } from './context';

interface Named {
	name: string;
	resource: string;
	operation: Operation;
}

/** The operations of both nodes; shared ones are the management API's. */
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

function isRead(name: string): boolean {
	return / (?:get|wait)/.test(name);
}

describe('the permission that the key of an operation needs', () => {
	/** The vendor's names, without their prefix; creating and changing have their own where those differ. */
	const NAMED: Readonly<Record<string, { read?: string; change?: string; create?: string }>> = {
		activity: { read: 'organization:view-activities' },
		apiKey: {
			read: 'organization:view-api-keys',
			change: 'organization:view-api-keys',
			create: 'organization:create-api-keys',
		},
		backup: { read: 'service:view-backups', change: 'service:manage-backups' },
		byocInfrastructure: { change: 'organization:manage' },
		invitation: { read: 'organization:view', change: 'organization:manage' },
		member: { read: 'organization:view', change: 'organization:manage' },
		organization: { read: 'organization:view', change: 'organization:manage' },
		pipe: { read: 'service:manage-clickpipes', change: 'service:manage-clickpipes' },
		privateEndpoint: {
			read: 'service:view-private-endpoints',
			change: 'service:manage-private-endpoints',
		},
		queryEndpoint: {
			read: 'service:view-query-api-endpoints',
			change: 'service:manage-query-api-endpoints',
		},
		reversePrivateEndpoint: {
			read: 'service:manage-clickpipes',
			change: 'service:manage-clickpipes',
		},
		role: { read: 'organization:manage', change: 'organization:manage' },
		service: {
			read: 'service:view',
			change: 'service:manage',
			create: 'organization:create-service',
		},
		usageCost: { read: 'organization:view' },
	};
	const EXCEPTIONS: Readonly<Record<string, string | undefined>> = {
		'byocInfrastructure validate': undefined,
		'pipe discoverSchema': undefined,
		'pipe getContext': undefined,
		'service delete': 'service:delete',
		'service deleteScalingSchedule': undefined,
		'service getAll': undefined,
		'service getScalingSchedule': undefined,
		'service scale': 'service:manage-scaling-config',
		'service setScalingSchedule': undefined,
		'service wake': 'service:view',
	};

	it.each(OF_MANAGEMENT)('is for $name the one that the document names, if any', (given) => {
		const { name, resource, operation } = given;
		const { read, change, create = change } = NAMED[resource] ?? {};
		const usual = isRead(name) ? read : name.endsWith(' create') ? create : change;
		const expected = Object.hasOwn(EXCEPTIONS, name) ? EXCEPTIONS[name] : usual;
		expect(operation.permission).toBe(expected);
	});
});

describe('the sentence for the person who approves', () => {
	/** The first word's form once the change was made, or is under way. */
	const DONE: Readonly<Record<string, string>> = {
		Assign: 'Assigned',
		Change: 'Changed',
		Create: 'Created',
		Delete: 'Deleted',
		Invite: 'Invited',
		Read: 'Read',
		Remove: 'Removed',
		Replace: 'Replaced',
		Resync: 'Resync requested for',
		Scale: 'Scaled',
		Send: 'Sent',
		Start: 'Start requested for',
		Stop: 'Stop requested for',
		Update: 'Updated',
		Validate: 'Validated',
		Wait: 'Waited',
		Wake: 'Wake requested for',
	};
	const redactorFor = () => (text: string) => text;
	const itemWith = (given: Named, body?: JsonObject) => {
		const parameters = sampleOf(given).parameters(SEEDED_IDS);
		return {
			itemIndex: 0,
			parameters,
			request: { method: 'POST' as const, path: '/x', ...(body && { body }) },
		};
	};

	it.each(ALL)('starts for $name with a verb, in the past tense once it was done', (given) => {
		const { operation } = given;
		const execution = { operation, redactorFor };
		for (const body of [undefined, {}]) {
			const text = summaryOf(itemWith(given, body), execution);
			const [verb = ''] = /^\w+/.exec(text) ?? [];
			const past = DONE[verb] ?? (operation.unknownOutcome === undefined ? verb : 'missing');
			const done = doneSummaryOf(itemWith(given, body), execution);
			expect(done).toBe(text.replace(/^\w+/, past));
		}
	});

	const JSON_FIELDS = ['additionalFields', 'pipeJson', 'updateFields'];
	const withJson = OF_MANAGEMENT.filter(({ operation }) =>
		operation.properties.some(({ name }) => JSON_FIELDS.includes(name)),
	);

	it.each(withJson)('shows for $name a key that has no field', (given) => {
		const execution = { operation: given.operation, redactorFor };
		const novel = summaryOf(itemWith(given, { novel: 'a' }), execution);
		expect(novel).not.toBe(summaryOf(itemWith(given, {}), execution));
	});
});

describe('a resend after an unknown outcome', () => {
	/** Changes that depend on their body, or that a second time would make something else. */
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
		'reversePrivateEndpoint create',
		'role create',
		'savedQuery create',
		'savedSearch create',
		'service create',
		'service resetPassword',
		'source create',
		'webhook create',
	];
	const changes = ALL.filter(({ operation }) => operation.unknownOutcome !== undefined);

	it.each(changes)('is allowed for $name unless a second time could do harm', (given) => {
		const { name, operation } = given;
		expect(operation.repeatable === true).toBe(!NOT_ALWAYS.includes(name));
	});
});

describe('the collection of less common fields', () => {
	interface Member {
		name: string;
		given: Named;
		/** The collection. */
		collection: string;
		field: INodeProperties;
	}

	const members: Member[] = ALL.filter(({ name }) =>
		Object.hasOwn(OPERATION_SAMPLES, name),
	).flatMap((given) =>
		given.operation.properties
			.filter(({ options = [] }) => options.some(({ name }) => name === 'additionalMembers'))
			.flatMap(({ name: collection, options = [] }) =>
				options.flatMap((field) =>
					'type' in field && field.name !== 'additionalMembers'
						? [{ name: `${given.name}, ${field.name}`, given, collection, field }]
						: [],
				),
			),
	);

	/** Fields that aren't called like their key, or change another one: the tests of their resource have cases. */
	const SPECIAL =
		/(?:service \w+, mysqlEndpoint|selectColumns|from\w+Name|To(?:Add|Remove)|(?:invitation|member) \w+, assignedRoleIds)$/;
	const usual = members.filter(
		({ name, field }) => valuesOf(field).length > 0 && !SPECIAL.test(name),
	);

	function valuesOf({ type, options = [] }: INodeProperties): unknown[] {
		switch (type) {
			case 'boolean':
				return [true, false];
			case 'number':
				return [1, 8, 48, 1e9];
			case 'options':
				return options.flatMap((option) => ('value' in option ? [option.value] : []));
			case 'string':
				return ['x'];
			case 'multiOptions':
				return [['x']];
			case 'dateTime':
				return ['2026-05-31T12:30:00.000Z', 'soon'];
			case 'json':
				return [{ a: 'b' }];
			default:
				return [];
		}
	}

	function keyOf({ given, field }: Member): string {
		if (given.name !== 'pipe updateSettings') return field.name;
		return field.name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
	}

	/** The body and the issues, with this in the collection instead of the sample's value for the field. */
	function planned({ given, collection, field }: Member, own: JsonObject) {
		const parameters: Parameters = sampleOf(given).parameters(SEEDED_IDS);
		const sampled = Object.entries(objectOf(parameters[collection]));
		const others = sampled.filter(([name]) => name !== field.name);
		const inside = { ...Object.fromEntries(others), ...own };
		const context = given.name === 'pipe updateSettings' ? contextOf() : CLOUD;
		const plan = given.operation.plan({ ...parameters, [collection]: inside }, context);
		const issues = codes(plan.issues).map((one) => one.replace(`${collection}.`, ''));
		return { body: objectBody(plan.request), issues: issues.sort() };
	}

	it.each(usual)('sends and checks the field $name like the key of its name by JSON', (member) => {
		for (const value of valuesOf(member.field)) {
			const byField = planned(member, { [member.field.name]: value });
			// A text can also be a list of one.
			const values = typeof value === 'string' ? [value, [value]] : [value];
			const byJson = values.map((one) =>
				planned(member, { additionalMembers: { [keyOf(member)]: one } }),
			);
			expect(byJson).toContainEqual(byField);
		}
	});

	const hinted = usual.filter(({ given }) => given.resource !== 'alert');

	it.each(hinted)('prefers the field $name to JSON, with a hint', (member) => {
		const { given, collection, field } = member;
		const [value] = valuesOf(field);
		const parameters: Parameters = sampleOf(given).parameters(SEEDED_IDS);
		const planWith = (additionalMembers: JsonObject) => {
			const inside = {
				...objectOf(parameters[collection]),
				[field.name]: value,
				additionalMembers,
			};
			return given.operation.plan({ ...parameters, [collection]: inside }, contextOf());
		};
		const key = keyOf(member);
		const { request, hints = [] } = planWith({ [key]: 'other' });
		expect(objectBody(request)[key]).not.toBe('other');
		expect(hints.join()).toContain(`'${key}' in `);
		expect(planWith({ novel: 'other' }).hints?.join() ?? '').not.toContain("isn't sent");
	});
});

function objectOf(value: unknown): JsonObject {
	return isJsonObject(value) ? value : {};
}
