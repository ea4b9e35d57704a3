import {
	contentOptions,
	numberOptionIssues,
	readItemOptions,
	readLimits,
	sendLaterText,
} from '../../../../nodes/engine/options/requestOptions';
import { optionsField } from '../../../../nodes/engine/options/requestOptions';

const DEFAULTS = { maxConcurrency: 50, maxRetries: 3, maxWait: 300_000, timeout: 120_000 };

it('includes the options for reads or changes', () => {
	const namesOf = (made: Parameters<typeof optionsField>[0]) =>
		optionsField(made).options?.map(({ name }) => name);
	const sending = ['maxRetries', 'maxWait', 'timeout'];
	const reads = ['dryRun', 'fullResponse', 'maxConcurrency', ...sending];
	expect(namesOf({ reads: true })).toEqual(reads);
	expect(namesOf({ reads: true, retries: false })).not.toContain('maxRetries');
	const changes = ['approvedPlan', 'dryRun', 'fullResponse', ...sending, 'resendUnknown'];
	expect(namesOf({ reads: false })).toEqual(changes);
});

it.each([
	{ reads: false, nodeName: 'Dry Run', says: "{{ $('Dry Run').all() }}" },
	{ reads: 'sometimes' as const, nodeName: "It's \\", says: "{{ $('It\\'s \\\\').all() }}" },
	{ reads: true, nodeName: 'Dry Run', says: undefined },
])('leads to Approved Plan if reads is $reads: $says', (row) => {
	const text = sendLaterText([optionsField({ reads: row.reads })], row.nodeName);
	if (row.says === undefined) expect(text).toBe('');
	else expect(text).toContain(` set Approved Plan to ${row.says} in a copy of this node`);
});

it('replaces a limit out of bounds with its default', () => {
	for (const value of [undefined, null, 'text', [], { maxConcurrency: '5' }]) {
		expect(readLimits(value)).toEqual(DEFAULTS);
	}
	const entered = { maxConcurrency: 1000, maxRetries: -1, maxWait: 1.6, timeout: NaN };
	const read = { maxConcurrency: 100, maxRetries: 0, maxWait: 2000, timeout: 120_000 };
	expect(readLimits(entered)).toEqual(read);
});

it.each<{ options: unknown; refused: string[] }>([
	{
		options: { maxWait: '10s', maxRetries: NaN, timeout: {} },
		refused: ['maxRetries', 'maxWait', 'timeout'],
	},
	{ options: { maxWait: 10, maxRetries: -1, maxConcurrency: 1.5 }, refused: [] },
	{ options: { maxWait: '', maxRetries: null, timeout: undefined, dryRun: 'x' }, refused: [] },
	{ options: undefined, refused: [] },
])('reports $refused in $options', ({ options, refused }) => {
	const paths = numberOptionIssues(options).map(({ path }) => path);
	expect(paths).toEqual(refused.map((name) => `options.${name}`));
});

describe('readItemOptions', () => {
	it('turns Dry Run off only for false or a missing value', () => {
		for (const dryRun of [true, 'yes', 1, '', null, undefined]) {
			expect(readItemOptions({ dryRun }).dryRun).toBe(true);
		}
		for (const options of [{ dryRun: false }, {}, undefined, null, 'text']) {
			expect(readItemOptions(options).dryRun).toBe(false);
		}
	});

	it.each([
		['fullResponse', 'fullResponse'],
		['resendUnknown', 'resendUnknown'],
		['allowUnlisted', 'allowUnusual'],
	])('turns %s on only for true', (name, option) => {
		expect(readItemOptions({ [name]: true })).toMatchObject({ [option]: true });
		expect(readItemOptions({ [name]: 'no' })).toMatchObject({ [option]: false });
	});

	it('reads an empty Approved Plan as a plan that nothing matches', () => {
		for (const approvedPlan of [undefined, null, '']) {
			expect(readItemOptions({ approvedPlan }).approvedPlan).toBe('');
		}
		expect(readItemOptions({ approvedPlan: 'v1' }).approvedPlan).toBe('v1');
		expect(readItemOptions({}).approvedPlan).toBeUndefined();
	});
});

it('keeps only the options that define the request', () => {
	const sending = { approvedPlan: 'v1', dryRun: true, resendUnknown: true, timeout: 1 };
	expect(contentOptions({ organizationId: 'o', ...sending })).toEqual({ organizationId: 'o' });
	expect(contentOptions('={{ $json }}')).toEqual({});
});
