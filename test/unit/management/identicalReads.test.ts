import type { IDataObject } from 'n8n-workflow';

import { isJsonObject } from '../../../nodes/engine/json';
import { sampleActivity } from '../../../tools/emulator';
import { json } from '../core/fakes';
import { refusal, runManagement } from './runManagement';

const count = 50;
const onError = 'continueRegularOutput';

describe('executeOperation (identical reads)', () => {
	const details = { of: 'activity-1' };

	it.each([
		{ outcome: 'a success', key: 'details', answer: () => json({ result: { details } }) },
		{ outcome: 'a failure', key: 'error', answer: () => refusal(404, 'NOT_FOUND') },
	])('sends one request, from which each item outputs $outcome', async ({ key, answer }) => {
		const activity = { resource: 'activity', operation: 'get', activityId: () => 'activity-1' };
		const fields = { ...activity, output: 'raw' };
		const { items, requests } = await runManagement({ fields, count, onError, answer });
		expect(requests).toEqual(['GET activities/activity-1']);
		expect(new Set(items.map((item) => item[key])).size).toBe(count);
		const withoutNumbers = items.map((item) =>
			JSON.stringify(item).replace(/(?<=")Item \d+: |"item":\d+,/g, ''),
		);
		expect(new Set(withoutNumbers).size).toBe(1);
	});
});

describe('executeOperation (identical reads of a large list)', () => {
	const LENGTH = 2000;

	/** Counts reads of an activity's property after parsing. */
	function countReads(name: string): { count: number } {
		const reads = { count: 0 };
		const parse = JSON.parse;
		jest.spyOn(JSON, 'parse').mockImplementation((...given) => {
			const parsed: unknown = parse(...given);
			const list = isJsonObject(parsed) ? parsed['result'] : undefined;
			for (const activity of Array.isArray(list) ? list.filter(isJsonObject) : []) {
				const value = activity[name];
				const get = () => {
					reads.count += 1;
					return value;
				};
				Object.defineProperty(activity, name, { get, enumerable: true });
			}
			return parsed;
		});
		return reads;
	}

	afterEach(() => {
		jest.restoreAllMocks();
	});

	it.each<{ output: string; changes: IDataObject }>([
		{ output: 'simplified', changes: {} },
		{ output: 'raw', changes: { output: 'raw' } },
		{ output: 'a full response', changes: { output: 'raw', options: { fullResponse: true } } },
	])('shares the list among items with $output', async ({ changes }) => {
		const result = Array.from({ length: LENGTH }, (_, index) => sampleActivity(index));
		const reads = countReads('createdAt');
		const fields = { resource: 'activity', operation: 'getAll', limit: () => 1, ...changes };
		const answer = () => json({ result });
		const { items, requests } = await runManagement({ fields, count, onError, answer });
		expect(requests).toHaveLength(1);
		expect(items).toHaveLength(count);
		// Each activity is read a few times, and each item's output once.
		expect(reads.count).toBeGreaterThan(LENGTH);
		expect(reads.count).toBeLessThan((10 * LENGTH * count) / 100);
	});
});
