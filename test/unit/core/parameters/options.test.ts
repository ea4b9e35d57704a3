import type { INodeProperties } from 'n8n-workflow';

import {
	contentOptions,
	DRY_RUN_HINT,
	readItemOptions,
	readOptions,
} from '../../../../nodes/engine/parameters/options';
import { optionsField } from '../../../../nodes/features/record/options';

const DEFAULTS = { maxConcurrency: 50, maxRetries: 3, maxWait: 300_000, timeout: 120_000 };

function optionsOf(reads: boolean, more: object = {}): INodeProperties[] {
	const field = optionsField({ reads, ...more });
	expect(field).toMatchObject({ name: 'options', type: 'collection', default: {} });
	return (field.options ?? []).filter((option): option is INodeProperties => 'type' in option);
}

describe('optionsField', () => {
	const own = {
		displayName: 'Organization ID',
		name: 'organizationId',
		type: 'string',
		default: '',
	};
	const ofReads = ['dryRun', 'fullResponse', 'maxConcurrency', 'maxRetries', 'maxWait', 'timeout'];
	const ofWrites = ['approvedPlan', 'dryRun', 'fullResponse', 'maxRetries', 'maxWait', 'timeout'];

	it.each([
		['reads', true, {}, ofReads],
		[
			'reads without retries',
			true,
			{ retries: false },
			ofReads.filter((name) => name !== 'maxRetries'),
		],
		['writes', false, {}, [...ofWrites, 'resendUnknown']],
		[
			'writes with an option of their own',
			...([
				false,
				{ own: [own] },
				[...ofWrites.slice(0, 5), own.name, 'timeout', 'resendUnknown'],
			] as const),
		],
	])('contains the options of %s in the order of their labels', (_case, reads, more, names) => {
		const options = optionsOf(reads, more);
		expect(options.map(({ name }) => name)).toEqual(names);
		const labels = options.map(({ displayName }) => displayName);
		expect([...labels].sort()).toEqual(labels);
		const dryRun = options.find(({ name }) => name === 'dryRun');
		expect(dryRun).toMatchObject({ type: 'boolean', default: true });
	});

	it('states in the panel that Dry Run is on, while it is', () => {
		expect(DRY_RUN_HINT).toMatchObject({
			location: 'outputPane',
			// n8n warns in the browser's console of values that are not boolean.
			displayCondition: '={{ $parameter["options"]["dryRun"] === true }}',
		});
	});

	it('has the defaults and bounds that count when nothing is set', () => {
		const fields = optionsOf(true);
		const ofEach = (bound: 'minValue' | 'maxValue') =>
			Object.fromEntries(fields.map(({ name, typeOptions }) => [name, typeOptions?.[bound]]));
		const defaults = Object.fromEntries(fields.map((field) => [field.name, field.default]));
		expect(readOptions(defaults)).toEqual(DEFAULTS);
		expect(readOptions(ofEach('minValue'))).toEqual({
			...{ maxConcurrency: 1, maxRetries: 0, maxWait: 0, timeout: 1 },
		});
		expect(readOptions(ofEach('maxValue'))).toEqual({
			...{ maxConcurrency: 100, maxRetries: 20, maxWait: 86_400_000, timeout: 3_600_000 },
		});
	});
});

describe('readOptions', () => {
	it.each([
		...[undefined, null, 'text', [], { maxConcurrency: '5' }].map((value) => [value, {}] as const),
		[
			{ maxConcurrency: 1000, maxRetries: -1 },
			{ maxConcurrency: 100, maxRetries: 0 },
		] as const,
		[{ maxWait: 1.6, timeout: Number.NaN }, { maxWait: 2000 }] as const,
	])('returns for %j whole numbers within their bounds: %j', (value, changes) => {
		expect(readOptions(value)).toEqual({ ...DEFAULTS, ...changes });
	});
});

describe('readItemOptions', () => {
	const OFF = {
		...{ dryRun: false, fullResponse: false, resendUnknown: false, allowUnlisted: false },
		approvedPlan: undefined,
	};

	it.each([
		// Any value for Dry Run except false sends nothing.
		...[true, 'yes', 1, '', null, undefined].map(
			(dryRun) => [{ dryRun }, { dryRun: true }] as const,
		),
		...[{ dryRun: false }, {}, undefined, null, 'text'].map((options) => [options, {}] as const),
		[{ fullResponse: true }, { fullResponse: true }] as const,
		[{ fullResponse: 'no' }, {}] as const,
		[{ resendUnknown: true }, { resendUnknown: true }] as const,
		// An empty plan counts as a plan.
		...[undefined, null, ''].map((plan) => [{ approvedPlan: plan }, { approvedPlan: '' }] as const),
		[{ approvedPlan: 'v1' }, { approvedPlan: 'v1' }] as const,
	])('returns for %j: %j', (options, expected) => {
		expect({ ...OFF, ...readItemOptions(options) }).toEqual({ ...OFF, ...expected });
	});
});

it('separates the options that define the request from the others', () => {
	const sending = { approvedPlan: 'v1', dryRun: true, resendUnknown: true, timeout: 1 };
	expect(contentOptions({ organizationId: 'o', ...sending })).toEqual({ organizationId: 'o' });
	expect(contentOptions('={{ $json }}')).toEqual({});
});
