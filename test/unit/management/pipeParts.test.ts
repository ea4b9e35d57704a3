import { operations } from '../../../nodes/CloudManagement/actions';
import { managementApi } from '../../../nodes/CloudManagement/api/managementApi';
import type { Parameters } from '../../../nodes/core/operation';
import { codes, contextOf, PIPE_ID, sentences, SERVICE_ID, SERVICE_PATH } from './context';

const { get, getAll, getSettings, scale, updateSettings } = operations.pipe;
const PIPE_PATH = `${SERVICE_PATH}/pipes/${PIPE_ID}`;
const IDS = { serviceId: SERVICE_ID, pipeId: PIPE_ID };

const CLOUD = contextOf({
	credential: { ...contextOf().credential, apiDialect: 'clickhouseCloud' },
});

function planned(
	operation: typeof scale,
	updateFields: Parameters,
	additionalMembers?: string,
	context = contextOf(),
) {
	const additionalFields = { additionalMembers };
	return operation.plan({ ...IDS, updateFields, additionalFields }, context);
}

describe('reading pipes', () => {
	it.each([
		[get, PIPE_PATH],
		[getAll, `${SERVICE_PATH}/pipes`],
		[getSettings, `${PIPE_PATH}/settings`],
	])('sends a GET: %#', (operation, path) => {
		const expected = { request: { method: 'GET', path }, issues: [] };
		expect(operation.plan({ ...IDS, returnAll: true }, contextOf())).toEqual(expected);
		expect(codes(operation.plan({ returnAll: true }, contextOf()).issues)).toContain(
			'serviceId idEmpty',
		);
		expect(operation.summarize?.({ method: 'GET', path }, IDS)).toContain(SERVICE_ID);
	});

	it.each([
		['failed, DEGRADED', ['2', '3']],
		[['Running'], ['1']],
		['', ['1', '2', '3']],
	])('lists those with the states %j', (states, ids) => {
		const pipes = ['Running', 'Failed', 'Degraded'].map((state, index) => ({
			...{ id: String(index + 1), state },
		}));
		const selected = getAll.select?.(pipes, { filters: { states }, returnAll: true }, contextOf());
		expect(selected?.map(({ id }) => id)).toEqual(ids);
	});
});

describe('Scale', () => {
	it.each<[Parameters, string | undefined, object]>([
		[{ replicas: 40 }, undefined, { replicas: 40 }],
		[
			{ replicaCpuMillicores: 125, replicaMemoryGb: 0.5 },
			undefined,
			{ replicaCpuMillicores: 125, replicaMemoryGb: 0.5 },
		],
		[{}, '{ "replicas": null, "concurrency": 4 }', { replicas: null, concurrency: 4 }],
	])('sends of %j and %s only what is filled in', (fields, json, body) => {
		const request = { method: 'PATCH', path: `${PIPE_PATH}/scaling`, body };
		expect(planned(scale, fields, json)).toEqual({ request, issues: [] });
	});

	it.each<[Parameters, string]>([
		[{}, 'updateFields nothingToUpdate'],
		[{ replicas: 0 }, 'updateFields.replicas tooSmall'],
		[{ replicas: 41 }, 'updateFields.replicas tooBig'],
		[{ replicas: 1.5 }, 'updateFields.replicas notWhole'],
		[{ replicaCpuMillicores: 124 }, 'updateFields.replicaCpuMillicores tooSmall'],
		[{ replicaCpuMillicores: 2001 }, 'updateFields.replicaCpuMillicores tooBig'],
		[{ replicaMemoryGb: 0.4 }, 'updateFields.replicaMemoryGb tooSmall'],
		[{ replicaMemoryGb: 8.1 }, 'updateFields.replicaMemoryGb tooBig'],
	])('refuses %j', (fields, code) => {
		expect(codes(planned(scale, fields).issues)).toEqual([code]);
	});

	it('outputs the pipe, and names the new size', () => {
		const { request } = planned(scale, { replicas: 2 });
		expect(scale.summarize?.(request, IDS)).toContain('replicas 2');
		expect(scale.shape?.({ id: 'x', scaling: {} }, { output: 'simplified' })).toEqual({ id: 'x' });
		expect(scale.advice?.[400]).toContain('clickpipesCdcScaling');
		expect(scale.description).toContain('clickpipesCdcScaling');
	});
});

describe('Update Settings', () => {
	const FIELDS = { engineMaxInsertThreads: 0, objectStorageUseClusterFunction: false };
	const OTHER = { object_storage_use_cluster_function: false };

	it('is a PUT of the settings that are filled in, spelled as the deployment does', () => {
		const path = `${PIPE_PATH}/settings`;
		const neutral = { engine_max_insert_threads: 0, ...OTHER };
		expect(planned(updateSettings, FIELDS)).toEqual({
			request: { method: 'PUT', path, body: neutral },
			issues: [],
		});
		expect(planned(updateSettings, FIELDS, undefined, CLOUD).request).toEqual({
			method: 'PUT',
			path: path.replace('/pipes/', '/clickpipes/'),
			body: { clickhouse_max_insert_threads: 0, ...OTHER },
		});
	});

	it('gets neutral names back', () => {
		const result = { clickhouse_max_threads: 2, object_storage_concurrency: 3, new_setting: 1 };
		const { clickhouse_max_threads: threads, ...others } = result;
		expect(managementApi.normalizeNames({ result }, CLOUD.credential)).toEqual({
			result: { engine_max_threads: threads, ...others },
		});
		expect(managementApi.normalizeNames({ result }, {})).toEqual({ result });
	});

	it('clears by JSON', () => {
		const { request, issues } = planned(
			updateSettings,
			{},
			'{ "engine_max_threads": null }',
			CLOUD,
		);
		expect(request.body).toEqual({ clickhouse_max_threads: null });
		expect(issues).toEqual([]);
	});

	it.each<[Parameters, string]>([
		[{}, 'Update Fields is empty, so nothing would change. Add at least one field.'],
		[
			{ engineMaxInsertThreads: '' },
			'Update Fields is empty, so nothing would change. Add at least one field.',
		],
		[{ engineMaxInsertThreads: 17 }, 'Max Insert Threads must be at most 16.'],
		[{ streamingMaxInsertWaitMs: 499 }, 'Max Insert Wait (Milliseconds) must be at least 500.'],
	])('refuses %j', (fields, sentence) => {
		expect(sentences(planned(updateSettings, fields).issues, updateSettings)).toEqual([sentence]);
	});

	it('offers every setting, whatever the source', () => {
		const field = updateSettings.properties.find(({ name }) => name === 'updateFields');
		const options = field?.options ?? [];
		expect(options).toHaveLength(12);
		expect(JSON.stringify(options)).not.toContain('sourceKind');
	});

	it('knows that databases have none', () => {
		for (const { advice } of [getSettings, updateSettings]) {
			expect(advice?.[404]).toContain('source.postgres.settings');
		}
	});
});
