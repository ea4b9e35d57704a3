import type { INodeParameters, INodeTypeDescription } from 'n8n-workflow';

import { CloudDashboard } from '../../nodes/CloudDashboard/CloudDashboard.node';
import { CloudManagement } from '../../nodes/CloudManagement/CloudManagement.node';
import { isJsonObject } from '../../nodes/core/json';
import { bodyMembers, findOperation, requestBodyMembers } from '../contract';
import type { Emulator } from '../emulator';
import { startEmulator } from '../emulator';
import type { Collection } from '../emulator/state/collection';
import { runWorkflow } from '../engine/harness/runWorkflow';
import { credentialsOf, DASHBOARD, MANAGEMENT, NODE, workflowOf } from '../engine/harness/workflow';
import { Random } from '../random';
import { dialectFor, sourceCredentialFor } from './values';
import type { FilledForm } from './walk';
import { walkForms } from './walk';

const SEED = 20_261_124;

const NODES: Array<['dashboard' | 'management', string, INodeTypeDescription]> = [
	['management', MANAGEMENT, new CloudManagement().description],
	['dashboard', DASHBOARD, new CloudDashboard().description],
];

/** Returns a function that puts the records back. */
function restoring<T extends object>(collection: Pick<Collection<T>, 'all' | 'set'>): () => void {
	const records = collection.all();
	return () => {
		for (const record of records) collection.set(record);
	};
}

/** What an update of a source may leave to JSON, and the reference requires: test/engine/pipeChanges sends it. */
const NEEDS_JSON: readonly unknown[] = ['mongodb', 'mysql', 'pubsub'];

/** ClickHouse Cloud has roles for S3 alone; for the others, the form has a hint. */
const WITHOUT_ROLES: readonly unknown[] = ['dospaces', 'gcs'];

function isWalked({ parameters }: FilledForm): boolean {
	if (parameters.operation === 'update') return !NEEDS_JSON.includes(parameters.sourceKind);
	const { objectStorageAuthentication: method, objectStorageType } = parameters;
	const isRefused = method === 'IAM_ROLE' && WITHOUT_ROLES.includes(objectStorageType);
	return !isRefused || dialectFor(parameters) === 'standard';
}

/** The pipe of a source, paused, so that its table mappings can be changed. */
function pausedPipe(sourceKind: unknown, { ids, state }: Emulator): string {
	const { kafkaPipeId, kinesisPipeId, objectStoragePipeId, postgresPipeId } = ids;
	const byKind = new Map([
		['kinesis', kinesisPipeId],
		['objectStorage', objectStoragePipeId],
		['postgres', postgresPipeId],
	]);
	const pipeId = byKind.get(String(sourceKind)) ?? kafkaPipeId;
	const pipe = state.pipes.get(pipeId);
	if (pipe !== undefined) state.pipes.set({ ...pipe, state: 'Paused' });
	return pipeId;
}

/** Commands act on state, so some forms need a pipe of their own. */
function withOwnPipe({ parameters }: FilledForm, emulator: Emulator, count: number) {
	const { ids } = emulator;
	if (parameters.resource !== 'pipe') return parameters;
	const first = count % 2 === 0;
	switch (parameters.operation) {
		case 'getSettings':
		case 'scale':
		case 'updateSettings':
			return { ...parameters, pipeId: ids.kafkaPipeId };
		case 'update':
			return { ...parameters, pipeId: pausedPipe(parameters.sourceKind, emulator) };
		case 'start':
			return { ...parameters, pipeId: first ? ids.stoppedPipeId : ids.failedPipeId };
		case 'delete':
			return { ...parameters, pipeId: first ? ids.kafkaPipeId : ids.kinesisPipeId };
		default:
			return parameters;
	}
}

describe.each(NODES)('every form of the %s node', (api, type, description) => {
	let emulator: Emulator;
	let reached: Set<string>;

	beforeAll(async () => {
		emulator = await startEmulator({ cloudOperations: true });
		reached = new Set();
	});

	afterAll(async () => {
		await emulator.close();
	});

	it('sends what the contract takes', async () => {
		const forms = walkForms(description, new Random(SEED), emulator.ids).filter(isWalked);
		const { dashboards, members, invitations, apiKeys, pipes } = emulator.state;
		const restores = [restoring(dashboards), restoring(members)];
		restores.push(restoring(invitations), restoring(apiKeys));
		restores.push(restoring(emulator.state.services), restoring(pipes));
		for (const [count, form] of forms.entries()) {
			emulator.clearLog();
			// An earlier form may have removed the record, or the tile, that this one is about.
			for (const restore of restores) restore();
			// What the echo outputs under the payload of its API: the wait ends at once.
			const valuePath = api === 'management' ? 'result.method' : 'data.method';
			const waits = form.parameters['valuePath'] === undefined ? {} : { valuePath };
			const parameters = { ...withOwnPipe(form, emulator, count), ...waits };
			const workflow = workflowOf({ type, parameters, withSource: form.sourceShown });
			const { error } = await runWorkflow(workflow, {
				credentials: credentialsOf(emulator, {
					management: { apiDialect: dialectFor(parameters) },
					source: sourceCredentialFor(parameters),
				}),
			});
			const statuses = emulator.requests.map(({ status }) => status);
			const faults = [error?.message, error?.description].filter((text) => text != null);
			expect({ form: form.choices, faults, violations: emulator.violations, statuses }).toEqual({
				form: form.choices,
				faults: [],
				violations: [],
				statuses: [200],
			});
			addReached(emulator, reached, api);
		}
		console.log(`${type}: ${String(forms.length)} forms walked with seed ${String(SEED)}`);
	});

	it('never treats an expression in a deciding field as another choice', async () => {
		const forms = walkForms(description, new Random(SEED), emulator.ids).filter(isWalked);
		const cases = decidedByExpression(description, forms);
		expect(cases.length).toBeGreaterThan(2);
		let refused = 0;
		for (const { form, field, expression } of cases) {
			const { options } = form.parameters;
			const kept = isJsonObject(options) ? options : {};
			const parameters = { ...form.parameters, options: { ...kept, dryRun: true } };
			const sent = await dryRun(type, parameters, form.sourceShown, emulator);
			expect(sent.error).toBeUndefined();
			expect(sent.item).toBeDefined();
			const other = { ...parameters, [field]: expression };
			const { error, item } = await dryRun(type, other, form.sourceShown, emulator);
			// Where n8n does not resolve it, nothing is planned; where it does, the same as without it.
			const isRefused = item === undefined && NO_CHOICE.test(error ?? '');
			if (isRefused) refused += 1;
			expect({ field, form: form.choices, error, item }).toEqual({
				field,
				form: form.choices,
				...(isRefused ? { error, item: undefined } : sent),
			});
		}
		const resolved = cases.length - refused;
		expect(refused).toBeGreaterThan(0);
		// All deciding fields of the dashboard node refuse expressions.
		expect(resolved > 0).toBe(api === 'management');
		console.log(
			`${type}: expressions in deciding fields: ${String(refused)} refused, ${String(resolved)} resolved`,
		);
	});

	it('reaches every member of every request body', () => {
		const never = requestBodyMembers(api).filter((member) => !reached.has(member));
		// The forms leave out what the reference calls deprecated.
		const deprecated = never.filter((member) => member.endsWith(' scaling.concurrency'));
		expect(deprecated).toHaveLength(api === 'management' ? 1 : 0);
		expect(never).toEqual(deprecated);
	});
});

/** The message that an expression is not a choice. */
const NO_CHOICE = /takes no expression|is not known$|must be one of/;

/** One form for each choice in each deciding field, with the expression that gives this choice. */
function decidedByExpression({ properties }: INodeTypeDescription, forms: FilledForm[]) {
	const deciding = new Set(
		properties
			.filter(({ type }) => type !== 'notice')
			.flatMap(({ displayOptions }) => Object.keys(displayOptions?.show ?? {})),
	);
	const byChoice = new Map(
		forms.flatMap((form) =>
			Object.entries(form.parameters)
				.filter(([field]) => deciding.has(field))
				.map(([field, value]) => {
					const expression = `={{ ${JSON.stringify(value)} }}`;
					return [`${field} ${expression}`, { form, field, expression }] as const;
				}),
		),
	);
	return [...byChoice.values()];
}

/** Plans a form without sending it. */
async function dryRun(
	type: string,
	parameters: INodeParameters,
	withSource: boolean,
	emulator: Emulator,
) {
	const source = sourceCredentialFor(parameters);
	const result = await runWorkflow(workflowOf({ type, parameters, withSource }), {
		credentials: credentialsOf(emulator, { source }),
	});
	return { error: result.error?.message, item: result.items(NODE)[0]?.json };
}

function addReached(
	{ requests }: Emulator,
	reached: Set<string>,
	api: 'dashboard' | 'management',
): void {
	for (const { method, path, body } of requests) {
		const operation = findOperation(api, method, path)?.operation;
		if (operation === undefined || body === undefined) continue;
		for (const member of bodyMembers(body)) {
			reached.add(`${operation.method} ${operation.template} ${member}`);
		}
	}
}
