import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { CLOUD_IDS } from '../../tools/emulator/state/ids';
import { hintsOf, MANAGEMENT, NODE } from '../../tools/engine/workflow';
import { skipWaits } from '../skipWaits';
import { withEmulator } from '../withEmulator';

const emulator = withEmulator({ dialect: 'clickhouseCloud' });
skipWaits();

const { serviceId, kafkaPipeId } = CLOUD_IDS;

async function read(fields: INodeParameters = {}) {
	const parameters = {
		resource: 'metric',
		operation: 'getAll',
		serviceId,
		returnAll: true,
		...fields,
	};
	const done = await emulator.runNode({ type: MANAGEMENT, parameters });
	return { ...done, hints: hintsOf(done), metrics: done.items(NODE).map(({ json }) => json) };
}

const queries = () => emulator.requests.map(({ query }) => query);
const names = (metrics: IDataObject[]) => metrics.map(({ name }) => name as string);

describe('Metric → Get Many', () => {
	it('outputs one item per essential metric', async () => {
		const { metrics, hints } = await read();
		expect(metrics[0]).toEqual({
			name: 'ClickHouse_ServiceInfo',
			value: 1,
			labels: expect.objectContaining({ clickhouse_service: serviceId }) as object,
			help: expect.any(String) as string,
			type: 'untyped',
		});
		expect(hints).toEqual([]);
		expect(queries()).toEqual([{ filtered_metrics: 'true' }]);
	});

	it("outputs only a pipe's metrics", async () => {
		const pipeId = kafkaPipeId.toUpperCase();
		const filters = { names: 'clickpipes_latency', pipeId, essentialOnly: true };
		const { metrics } = await read({ filters });
		expect(metrics.length).toBeGreaterThan(0);
		expect(names(metrics).join(' ')).toMatch(/^(?:ClickPipes_Latency_(?:bucket|sum|count) ?)+$/);
		expect(metrics[0]).toMatchObject({ labels: { clickpipe_id: kafkaPipeId } });
		expect(queries()).toEqual([{ filtered_metrics: 'false' }]);
		const [whole] = (await read({ filters, options: { fullResponse: true } })).metrics;
		expect(whole).toEqual({ result: { metrics } });
	});

	it("hints that an idle service's metrics are missing", async () => {
		emulator.change('services', serviceId, (service) => ({ ...service, state: 'idle' }));
		const { metrics, hints } = await read({ limit: 5, returnAll: false });
		expect(names(metrics)).toEqual(['ClickHouse_ServiceInfo']);
		expect(hints).toEqual([expect.stringContaining("doesn't mean 0")]);
	});

	it.each(['{ "status": 200 }', '<html><title>Sign in</title></html>', 'up 1\nno metric'])(
		'fails after the response %s',
		async (body) => {
			emulator.faults.add({ kind: 'status', status: 200, body, times: 9 });
			const { error, metrics } = await read({ options: { maxRetries: 0 } });
			expect(error?.message).toContain("of the response isn't a Prometheus metric");
			expect(metrics).toEqual([]);
		},
	);
});
