import assert from 'node:assert/strict';

import { nodeNameToToolName } from 'n8n-workflow';

import type { Emulator } from '../../../tools/emulator';
import { OPERATION_SAMPLES, type OperationSample } from '../../../tools/samples/operationSamples';
import { sampleTool } from '../../../tools/samples/sampleTool';
import { agentWorkflow, type Tool } from '../../../tools/n8n/harness/agentWorkflow';
import type { Checks } from '../harness/checks';
import { answer, type Play, steps } from './play';

/** All samples share their records, so those that delete one are last. */
const isLast = (name: string) => Number(name.endsWith(' delete'));

/** A sample for each field that a model can fill in, with those that have several fields first. */
function samplesForEveryField(ids: Emulator['ids']): [string, OperationSample][] {
	const seen = new Set<string>();
	const inputOf = ([, sample]: [string, OperationSample]) =>
		Object.keys(sampleTool(sample, ids).input).map((key) => `${sample.type} ${key}`);
	return Object.entries(OPERATION_SAMPLES)
		.sort((one, other) => inputOf(other).length - inputOf(one).length)
		.filter((entry) => {
			const keys = inputOf(entry);
			const isNew = keys.some((key) => !seen.has(key));
			for (const key of keys) seen.add(key);
			return isNew;
		})
		.sort(([one], [other]) => isLast(one) - isLast(other));
}

function toolOf(name: string, sample: OperationSample, ids: Emulator['ids']) {
	const { type, withSource } = sample;
	const { parameters, input } = sampleTool(sample, ids);
	const tool: Tool = {
		name: name.replace(',', ''),
		node: type.endsWith('cloudDashboard') ? 'cloudDashboardTool' : 'cloudManagementTool',
		parameters,
		...(withSource === true ? { withSource } : {}),
	};
	return { tool, input };
}

/** Operations that together have every field that a model can fill in. One agent calls each of them once. */
export async function everyField(checks: Checks, play: Play): Promise<void> {
	const { ids, scripts } = play.emulator;
	// A wait ends with its first read.
	scripts.service(ids.serviceId, [{ state: 'running' }]);
	const samples = samplesForEveryField(ids);
	const tools = samples.map(([name, sample]) => toolOf(name, sample, ids));
	const calls = tools.map(({ tool, input }) => ({ name: nodeNameToToolName(tool.name), input }));
	await checks.check('every field that a model can fill in is filled in, and sent', async () => {
		const flow = agentWorkflow(
			'Every operation',
			tools.map(({ tool }) => tool),
		);
		let results: string[] = [];
		const script = steps(calls, (given) => {
			results = given;
			return 'Done.';
		});
		assert.equal(await answer(play, flow, script), 'Done.');
		const sent = play.emulator.requests.map(({ method, path, status }) => ({
			method,
			path: path.split('?')[0],
			// Some are created with another status.
			status: status === 201 ? 200 : status,
		}));
		const wanted = samples.map(([, { method, path }]) => ({
			method,
			path: path(ids),
			status: 200,
		}));
		assert.deepEqual(
			sent.map((one) => JSON.stringify(one)).sort(),
			wanted.map((one) => JSON.stringify(one)).sort(),
		);
		assert.equal(results.length, samples.length);
		assert.deepEqual(
			results.filter((result) => result.includes('"error"')),
			[],
		);
	});
	await checks.check("the model receives each tool's purpose and its parameters", () => {
		const offered = play.model.turns[0]?.tools ?? [];
		assert.deepEqual(offered.map(({ name }) => name).sort(), calls.map(({ name }) => name).sort());
		for (const { name, description, parameters } of offered) {
			assert.match(
				description,
				/^[A-Z]\w+ .+ in (ClickHouse Cloud Management|ClickStack Dashboard)$/,
				name,
			);
			const wanted = calls.find((call) => call.name === name)?.input ?? {};
			assert.deepEqual(Object.keys(parameters.properties ?? {}).sort(), Object.keys(wanted).sort());
		}
	});
}
