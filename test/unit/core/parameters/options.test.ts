import type { INodeProperties } from 'n8n-workflow';

import {
	contentOptions,
	readItemOptions,
	readOptions,
} from '../../../../nodes/engine/parameters/options';
import { optionsField } from '../../../../nodes/features/record/options';

const DEFAULTS = { maxConcurrency: 50, maxRetries: 3, maxWait: 300_000, timeout: 120_000 };

function optionsOf(made: Parameters<typeof optionsField>[0]): INodeProperties[] {
	const { options = [] } = optionsField(made);
	return options.filter((option): option is INodeProperties => 'type' in option);
}

describe('optionsField', () => {
	it('has the options that apply to reads, or to changes', () => {
		const namesOf = (made: Parameters<typeof optionsField>[0]) =>
			optionsOf(made).map(({ name }) => name);
		const sending = ['maxRetries', 'maxWait', 'timeout'];
		const reads = ['dryRun', 'fullResponse', 'maxConcurrency', ...sending];
		expect(namesOf({ reads: true })).toEqual(reads);
		expect(namesOf({ reads: true, retries: false })).not.toContain('maxRetries');
		const changes = ['approvedPlan', 'dryRun', 'fullResponse', ...sending, 'resendUnknown'];
		expect(namesOf({ reads: false })).toEqual(changes);
	});

	it('is in the order of its labels, with the options of an operation, and Dry Run is on', () => {
		const displayName = 'Organization ID';
		const own = { displayName, name: 'organizationId', type: 'string', default: '' } as const;
		for (const reads of [true, false]) {
			const options = optionsOf({ reads, own: [own] });
			const labels = options.map((option) => option.displayName);
			expect(labels).toContain(displayName);
			expect([...labels].sort()).toEqual(labels);
			const dryRun = options.find(({ name }) => name === 'dryRun');
			expect(dryRun).toMatchObject({ type: 'boolean', default: true });
		}
	});

	it('has the defaults and bounds that count when nothing is set', () => {
		const fields = optionsOf({ reads: true });
		const ofEach = (bound: 'minValue' | 'maxValue') =>
			Object.fromEntries(fields.map(({ name, typeOptions }) => [name, typeOptions?.[bound]]));
		const defaults = Object.fromEntries(fields.map((field) => [field.name, field.default]));
		expect(readOptions(defaults)).toEqual(DEFAULTS);
		const least = { maxConcurrency: 1, maxRetries: 0, maxWait: 0, timeout: 1 };
		expect(readOptions(ofEach('minValue'))).toEqual(least);
		const most = { maxConcurrency: 100, maxRetries: 20, maxWait: 86_400_000, timeout: 3_600_000 };
		expect(readOptions(ofEach('maxValue'))).toEqual(most);
	});
});

it('readOptions returns whole numbers within their bounds, and defaults for anything else', () => {
	for (const value of [undefined, null, 'text', [], { maxConcurrency: '5' }]) {
		expect(readOptions(value)).toEqual(DEFAULTS);
	}
	expect(readOptions({ maxConcurrency: 1000, maxRetries: -1, maxWait: 1.6, timeout: NaN })).toEqual(
		{
			maxConcurrency: 100,
			maxRetries: 0,
			maxWait: 2000,
			timeout: 120_000,
		},
	);
});

describe('readItemOptions', () => {
	it.each([true, 'yes', 1, '', null, undefined])('sends nothing if Dry Run is %p', (dryRun) => {
		expect(readItemOptions({ dryRun }).dryRun).toBe(true);
	});

	it.each([{ dryRun: false }, {}, undefined, null, 'text'])(
		'sends with the options %p',
		(options) => {
			expect(readItemOptions(options).dryRun).toBe(false);
		},
	);

	it('turns the others on only by true', () => {
		for (const name of ['fullResponse', 'resendUnknown', 'allowUnlisted']) {
			expect(readItemOptions({ [name]: true })).toMatchObject({ [name]: true });
			expect(readItemOptions({ [name]: 'no' })).toMatchObject({ [name]: false });
		}
	});

	it('counts an empty plan as a plan', () => {
		for (const approvedPlan of [undefined, null, '']) {
			expect(readItemOptions({ approvedPlan }).approvedPlan).toBe('');
		}
		expect(readItemOptions({ approvedPlan: 'v1' }).approvedPlan).toBe('v1');
		expect(readItemOptions({}).approvedPlan).toBeUndefined();
	});
});

it('contentOptions are the options that define the request', () => {
	const sending = { approvedPlan: 'v1', dryRun: true, resendUnknown: true, timeout: 1 };
	expect(contentOptions({ organizationId: 'o', ...sending })).toEqual({ organizationId: 'o' });
	expect(contentOptions('={{ $json }}')).toEqual({});
});
