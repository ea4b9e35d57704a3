import { detailsOf } from '../../tools/engine/workflow';
import { SAMPLE_SOURCE, sampleNode, sampleOf } from '../../tools/samples/operationSamples';
import { withEmulator } from '../withEmulator';

/** Includes reads and changes of both nodes, and waits. */
const NAMES = [
	'service get',
	'pipe create',
	'dashboard update',
	'apiRequest send',
	'service wait',
	'apiRequest wait',
	'apiRequest wait, dashboard',
];

const emulator = withEmulator();

async function run(name: string, allowedDomains: string) {
	const bound = { allowedHttpRequestDomains: 'domains', allowedDomains };
	return await emulator.runNode(sampleNode(sampleOf(name), emulator.ids), [{}], {
		management: bound,
		dashboard: bound,
		source: SAMPLE_SOURCE,
	});
}

it.each(NAMES)(
	"%s is sent only if the credential's Allowed Domains name its host",
	async (name) => {
		const left = await run(name, 'api.example.com, *.example.org');
		expect(detailsOf(left.error)).toMatchObject({ outcome: 'notSent', reason: 'invalidInput' });
		expect(emulator.requests).toEqual([]);
		const named = await run(name, 'api.example.com,127.0.0.1');
		expect(named.error).toBeUndefined();
		const { reads = 0, readsAfter = 0 } = sampleOf(name);
		expect(emulator.requests).toHaveLength(reads + 1 + readsAfter);
	},
);
