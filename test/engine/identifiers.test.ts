import type { Emulator } from '../emulator';
import { startForEachTest } from '../emulator/eachTest';
import { SEEDED_IDS } from '../emulator/state/ids';
import { OPERATION_SAMPLES, sampleNode } from './harness/operationSamples';
import { runWorkflow } from './harness/runWorkflow';
import { credentialsOf, NODE, workflowOf } from './harness/workflow';

/** What a server on the way could mistake for another path. */
const LEADS_ELSEWHERE = [
	...['../x', 'a/b', 'a\\b', '..%2Fx', '..%2fx', '..%5Cx', '..%252fx', '..%255Cx'],
	...['..', '%2e%2e', 'a\u0000b', 'a\r\nb'],
];
const FINE = 'a%b c.d..e:f@g é';

let emulator: Emulator;

startForEachTest((started) => {
	emulator = started;
});

/** Each operation with each field that is a segment of its path. */
const FIELDS = Object.entries(OPERATION_SAMPLES).flatMap(([name, sample]) => {
	const segments = sample.path(SEEDED_IDS).split('/');
	return Object.entries(sample.parameters(SEEDED_IDS))
		.filter(
			([field, value]) => field.endsWith('Id') && segments.some((segment) => segment === value),
		)
		.map(([field]) => ({ name, sample, field }));
});

async function run({ sample, field }: (typeof FIELDS)[number], ids: string[]) {
	const node = sampleNode(sample, emulator.ids, { [field]: '={{ $json.id }}' });
	const items = ids.map((id) => ({ id }));
	const continuing = { ...node, onError: 'continueErrorOutput' } as const;
	return await runWorkflow(workflowOf(continuing, items), { credentials: credentialsOf(emulator) });
}

describe.each(FIELDS)('$field of $name', (given) => {
	it('is an invalid item where it could lead to another path, and nothing is sent', async () => {
		const { items } = await run(given, LEADS_ELSEWHERE);
		const failed = items(NODE, 1).map(({ json }) => json);
		expect(failed).toHaveLength(LEADS_ELSEWHERE.length);
		for (const json of failed) {
			expect(json).toHaveProperty('error.message', expect.stringMatching(/ ID (?:contains|is) /));
		}
		expect(emulator.requests).toEqual([]);
	});
});

it('covers every identifier that is part of a path', () => {
	expect(new Set(FIELDS.map(({ field }) => field))).toEqual(
		new Set([
			...[
				'activityId',
				'alertId',
				'apiKeyId',
				'backupId',
				'dashboardId',
				'invitationId',
				'pipeId',
				'reversePrivateEndpointId',
			],
			...['serviceId', 'userId'],
		]),
	);
});

const FREE = ['activityId', 'dashboardId', 'reversePrivateEndpointId', 'userId'];

describe.each(FIELDS.filter(({ field, sample }) => FREE.includes(field) && sample.waits !== true))(
	'$field of $name',
	(given) => {
		it('is sent as one segment, whatever else it contains', async () => {
			await run(given, [FINE]);
			expect(emulator.requests).toHaveLength(1);
			expect(emulator.requests[0]?.url.split('/')).toContain(encodeURIComponent(FINE));
		});
	},
);
