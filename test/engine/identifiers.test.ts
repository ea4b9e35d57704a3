import type { Emulator } from '../emulator';
import { startForEachTest } from '../emulator/eachTest';
import { SEEDED_IDS } from '../emulator/state/ids';
import { OPERATION_SAMPLES, sampleNode } from './harness/operationSamples';
import { runWorkflow } from './harness/runWorkflow';
import { credentialsOf, NODE, workflowOf } from './harness/workflow';

/** What a server on the way could mistake for another path. */
const LEADS_ELSEWHERE = ['../x', 'a\\b', '..%2Fx', '..%255Cx', '..', 'a\r\nb'];
const FINE = 'a%b c.d..e:f@g é';
/** Operations with an ID that is no UUID. */
const FREE = ['activity get', 'dashboard get', 'member get'];

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
	const names = [...new Set(FIELDS.map(({ field }) => field))].sort();
	expect(names.join(' ')).toBe(
		'activityId alertId apiKeyId backupId dashboardId invitationId pipeId reversePrivateEndpointId serviceId userId',
	);
});

it('an identifier is sent as one segment, whatever else it contains', async () => {
	for (const given of FIELDS.filter(({ name }) => FREE.includes(name))) await run(given, [FINE]);
	expect(emulator.requests).toHaveLength(FREE.length);
	for (const { url } of emulator.requests) {
		expect(url.split('/')).toContain(encodeURIComponent(FINE));
	}
});
