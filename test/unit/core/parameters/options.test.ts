import type { INodeProperties } from 'n8n-workflow';

import {
	DRY_RUN_HINT,
	optionsField,
	readItemOptions,
	readOptions,
	contentOptions,
} from '../../../../nodes/core/parameters/options';

const displayOptions = { show: { resource: ['thing'] } };

function optionsOf(reads: boolean): INodeProperties[] {
	const { options = [] } = optionsField({ reads, displayOptions });
	return options.filter((option): option is INodeProperties => 'type' in option);
}

describe('optionsField', () => {
	it.each([true, false])('offers the options in alphabetical order, where reads is %s', (reads) => {
		const names = reads
			? ['dryRun', 'fullResponse', 'maxConcurrency', 'maxRetries', 'maxWait', 'timeout']
			: [
					'approvedPlan',
					'dryRun',
					'fullResponse',
					'maxRetries',
					'maxWait',
					'timeout',
					'resendUnknown',
				];
		expect(optionsOf(reads).map(({ name }) => name)).toEqual(names);
		const labels = optionsOf(reads).map(({ displayName }) => displayName);
		expect([...labels].sort()).toEqual(labels);
	});

	it('offers no retries where failed requests are not sent again', () => {
		const { options = [] } = optionsField({ reads: true, retries: false, displayOptions });
		expect(options.map(({ name }) => name)).not.toContain('maxRetries');
	});

	it('sorts the own options of an operation among the others', () => {
		const own: INodeProperties[] = [
			{ displayName: 'Organization ID', name: 'organizationId', type: 'string', default: '' },
		];
		const { options = [] } = optionsField({ reads: false, displayOptions, own });
		const names = options.map(({ name }) => name);
		expect(names.indexOf('organizationId')).toBe(names.indexOf('maxWait') + 1);
	});

	it('says in the panel that Dry Run is on, while it is', () => {
		expect(DRY_RUN_HINT).toMatchObject({
			location: 'outputPane',
			// n8n warns in the browser's console of what is not a boolean.
			displayCondition: '={{ $parameter["options"]["dryRun"] === true }}',
		});
	});

	it('is shown under the given condition', () => {
		expect(optionsField({ reads: true, displayOptions })).toMatchObject({
			name: 'options',
			type: 'collection',
			default: {},
			displayOptions,
		});
	});

	it('has the defaults and bounds that count when nothing is set', () => {
		const fields = optionsOf(true);
		const defaults = Object.fromEntries(fields.map((field) => [field.name, field.default]));
		expect(readOptions(defaults)).toEqual(readOptions({}));
		const ofEach = (bound: 'minValue' | 'maxValue') =>
			Object.fromEntries(fields.map(({ name, typeOptions }) => [name, typeOptions?.[bound]]));
		expect(readOptions({ ...ofEach('minValue'), dryRun: false })).toEqual({
			maxConcurrency: 1,
			maxRetries: 0,
			maxWait: 0,
			timeout: 1,
		});
		expect(readOptions({ ...ofEach('maxValue'), dryRun: false })).toMatchObject({
			maxConcurrency: 100,
			maxRetries: 20,
			maxWait: 86_400_000,
			timeout: 3_600_000,
		});
	});
});

describe('readOptions', () => {
	it.each([undefined, null, 'text', []])('takes the defaults for %j', (value) => {
		expect(readOptions(value)).toEqual({
			maxConcurrency: 50,
			maxRetries: 3,
			maxWait: 300_000,
			timeout: 120_000,
		});
	});

	it('keeps numbers whole and within their bounds, and ignores what is not a number', () => {
		const { maxConcurrency, maxRetries, maxWait, timeout } = readOptions({
			maxConcurrency: 1000,
			maxRetries: -1,
			maxWait: 1.6,
			timeout: Number.NaN,
		});
		expect([maxConcurrency, maxRetries, maxWait, timeout]).toEqual([100, 0, 2000, 120_000]);
		expect(readOptions({ maxConcurrency: '5' }).maxConcurrency).toBe(50);
	});

	it.each([
		[true, true],
		['yes', true],
		[1, true],
		['', true],
		[null, true],
		[undefined, true],
		[false, false],
	])('takes Dry Run %j for %j', (dryRun, expected) => {
		expect(readItemOptions({ dryRun }).dryRun).toBe(expected);
	});

	it.each([{}, { fullResponse: true }, undefined, null, 'text'])(
		'treats Dry Run as off in %j, which does not have it',
		(options) => {
			expect(readItemOptions(options).dryRun).toBe(false);
		},
	);

	it.each([true, false])('offers Dry Run as on, where reads is %s', (reads) => {
		const dryRun = optionsOf(reads).find(({ name }) => name === 'dryRun');
		expect(dryRun).toMatchObject({ type: 'boolean', default: true });
	});

	it('outputs the full response only when that is set', () => {
		expect(readItemOptions({ fullResponse: true }).fullResponse).toBe(true);
		expect(readItemOptions({ fullResponse: 'no' }).fullResponse).toBe(false);
	});

	it('sends again after an unknown outcome only when that is set', () => {
		expect(readItemOptions({ resendUnknown: true }).resendUnknown).toBe(true);
		expect(readItemOptions(undefined).resendUnknown).toBe(false);
	});

	it.each([
		[{}, undefined],
		[undefined, undefined],
		[{ approvedPlan: undefined }, ''],
		[{ approvedPlan: null }, ''],
		[{ approvedPlan: '' }, ''],
		[{ approvedPlan: 'v1' }, 'v1'],
	])('distinguishes an empty Approved Plan from none in %j', (options, expected) => {
		expect(readItemOptions(options).approvedPlan).toBe(expected);
	});
});

describe('contentOptions', () => {
	it('keeps the options that say what is requested', () => {
		const sending = { approvedPlan: 'v1', dryRun: true, resendUnknown: true, timeout: 1 };
		const options = { organizationId: 'o', ...sending };
		expect(contentOptions(options)).toEqual({ organizationId: 'o' });
		expect(contentOptions('={{ $json }}')).toEqual({});
	});
});
