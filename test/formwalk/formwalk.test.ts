import type { INodeParameters, INodeTypeDescription } from 'n8n-workflow';

import { CloudDashboard } from '../../nodes/CloudDashboard/CloudDashboard.node';
import { CloudManagement } from '../../nodes/CloudManagement/CloudManagement.node';
import { isJsonObject } from '../../nodes/engine/json';
import type { Api } from '../../tools/contract';
import { bodyMembers, findOperation, requestBodyMembers } from '../../tools/contract';
import type { Emulator } from '../../tools/emulator';
import { CLICKSTACK_IDS, idleService, startEmulator } from '../../tools/emulator';
import type { Collection } from '../../tools/emulator/state/collection';
import type { EmulatorIds } from '../../tools/emulator/state/ids';
import { CLOUD_IDS, SEEDED_IDS } from '../../tools/emulator/state/ids';
import { runWorkflow } from '../../tools/engine/runWorkflow';
import {
	credentialsOf,
	DASHBOARD,
	MANAGEMENT,
	NODE,
	workflowOf,
} from '../../tools/engine/workflow';
import { Random } from '../../tools/random';
import type { Dialect } from './values';
import { CURRENT_ALERT, dialectsFor, sourceCredentialFor } from './values';
import type { FilledForm } from './walk';
import { currentDashboard, isNeutralUpdate, walkForms } from './walk';

const SEED = 20_261_124;

const NODES: Array<['dashboard' | 'management', string, INodeTypeDescription]> = [
	['management', MANAGEMENT, new CloudManagement().description],
	['dashboard', DASHBOARD, new CloudDashboard().description],
];

/** Returns a function that puts the records back. */
function restoring(collection: Collection): () => void {
	const records = collection.all();
	return () => {
		for (const record of records) collection.set(record);
	};
}

/** Returns a function that restores all records that forms change. */
function restoringAll({ state }: Emulator): () => void {
	const restores = state.all().map(restoring);
	const { webhooks } = state.clickStack;
	return () => {
		// Only one webhook can have a name.
		for (const { id } of webhooks.all()) webhooks.delete(id);
		for (const restore of restores) restore();
	};
}

/** A source's pipe, paused, so that its table mappings can be changed. */
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

const MANAGED_ECHO = '/v1/organizations/{organizationId}/services/{serviceId}/clickstack/echo';

const NOTE = { config: { displayType: 'markdown' } };
const NOTES = { name: 'Shop', tiles: [{ name: 'A', ...NOTE }] };

/** ClickStack's own resources have other IDs, and need values that the neutral contract does not. */
function ofClickStack({ parameters }: FilledForm): INodeParameters {
	const { resource, operation } = parameters;
	// The samples' endpoint accepts no names.
	if (resource === 'reversePrivateEndpoint' && operation === 'update') {
		return { ...parameters, updateFields: { customPrivateDnsMappings: { values: [] } } };
	}
	const { dashboardId } = CLICKSTACK_IDS;
	if (resource === 'alert') {
		const current = operation === 'update' ? { currentAlert: JSON.stringify(CURRENT_ALERT) } : {};
		const own = 'dashboardId' in parameters ? { dashboardId } : {};
		return { ...parameters, ...current, ...own };
	}
	if (isNeutralUpdate(parameters)) return parameters;
	const texts = {
		...('dashboardId' in parameters ? { dashboardId } : {}),
		...('dashboardJson' in parameters ? { dashboardJson: JSON.stringify(NOTES) } : {}),
		...('tilesList' in parameters ? { tilesList: JSON.stringify(NOTES.tiles) } : {}),
		...(parameters.updateMode === 'merge'
			? { currentDashboard: currentDashboard(dashboardId, SEEDED_IDS.tileId, NOTE) }
			: {}),
	};
	return { ...parameters, ...texts };
}

/** Operations that need a service that doesn't run, or one with a schedule. */
const OF_IDLE_SERVICE: readonly unknown[] = [
	...['delete', 'deleteScalingSchedule', 'getScalingSchedule'],
];

/** Commands act on state, so some forms need a pipe of their own. */
function withOwnPipe(form: FilledForm, emulator: Emulator, count: number) {
	const { ids } = emulator;
	const { parameters } = form;
	const { resource, operation } = parameters;
	if (resource === 'role' && (operation === 'update' || operation === 'delete')) {
		return { ...parameters, roleId: ids.customRoleId };
	}
	if (resource === 'service' && OF_IDLE_SERVICE.includes(operation)) {
		return { ...parameters, serviceId: ids.idleServiceId };
	}
	if (parameters.resource !== 'pipe') return ofClickStack(form);
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
	let emulators: Record<Dialect, Emulator>;
	const reached: Record<Api, Set<string>> = {
		management: new Set(),
		dashboard: new Set(),
		clickhouseCloud: new Set(),
		clickstack: new Set(),
	};
	const documents: Api[] = api === 'management' ? [api, 'clickhouseCloud'] : [api];
	const formsWith = (ids: EmulatorIds) =>
		walkForms(description, new Random(SEED), ids).filter(
			({ parameters }) => dialectsFor(parameters).length > 0,
		);
	const forms = formsWith(SEEDED_IDS);

	beforeAll(async () => {
		const seed = { services: [idleService()] };
		emulator = await startEmulator({ cloudOperations: true, seed });
		const clickhouseCloud = await startEmulator({ dialect: 'clickhouseCloud', seed });
		emulators = { standard: emulator, clickhouseCloud };
	});

	afterAll(async () => {
		for (const each of Object.values(emulators)) await each.close();
	});

	it('sends only values that the contract accepts', async () => {
		const ofCloud = api === 'management' ? formsWith(CLOUD_IDS) : [];
		const restores = new Map(Object.values(emulators).map((each) => [each, restoringAll(each)]));
		const firstPipe = forms.findIndex(({ parameters }) => parameters['sourceKind'] !== undefined);
		const cases = forms.flatMap((form, count) =>
			dialectsInTurn(form, count - firstPipe)
				.filter((dialect) => dialect === 'standard' || api === 'management')
				.map((dialect) => ({ form, count, dialect })),
		);
		for (const { form: ofStandard, count, dialect } of cases) {
			const form = (dialect === 'standard' ? ofStandard : ofCloud[count]) ?? ofStandard;
			const asked = emulators[dialect];
			asked.clearLog();
			// An earlier form may have removed this one's record or tile.
			restores.get(asked)?.();
			// The echo outputs this under its API's payload key: the wait ends immediately.
			const isManaged = form.parameters['authentication'] === 'cloudApiKey';
			const isOfCloud = isManaged || api === 'management';
			const valuePath = isOfCloud ? 'result.method' : 'data.method';
			const waits = form.parameters['valuePath'] === undefined ? {} : { valuePath };
			const echo = isManaged && 'path' in form.parameters ? { path: MANAGED_ECHO } : {};
			const parameters = { ...withOwnPipe(form, asked, count), ...waits, ...echo };
			const workflow = workflowOf({ type, parameters, withSource: form.sourceShown });
			const { error } = await runWorkflow(workflow, {
				credentials: credentialsOf(asked, { source: sourceCredentialFor(parameters) }),
			});
			// Some are created with another status.
			const statuses = asked.requests.map(({ status }) => (status === 201 ? 200 : status));
			const faults = [error?.message, error?.description].filter((text) => text != null);
			expect({ form: form.choices, faults, violations: asked.violations, statuses }).toEqual({
				form: form.choices,
				faults: [],
				violations: [],
				statuses: [200],
			});
			const described = dialect === 'clickhouseCloud' ? dialect : api;
			addReached(asked, reached[described], described);
		}
		console.log(`${type}: ${String(forms.length)} forms walked with seed ${String(SEED)}`);
	});

	it('never treats an expression in a deciding field as another choice', async () => {
		const ofStack = forms.map((form) => ({ ...form, parameters: ofClickStack(form) }));
		const cases = decidedByExpression(description, ofStack);
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
			// If n8n does not resolve it, nothing is planned; if it does, the plan is the same as without it.
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
		expect(resolved).toBeGreaterThan(0);
		console.log(
			`${type}: expressions in deciding fields: ${String(refused)} refused, ${String(resolved)} resolved`,
		);
	});

	it.each(documents)('reaches every key of every request body of %s', (document) => {
		const never = requestBodyMembers(document).filter((member) => !reached[document].has(member));
		const left = never.filter((member) => OFFERED.test(member) || !PARTIAL.test(member));
		expect(left).toEqual(LEFT_OUT[document]);
	});
});

/** Partial updates, whose forms only have the fields that often change; the rest is JSON. */
const PARTIAL = /^PATCH \S+\/(?:keys\/\{keyId\}|clickpipes\/\{clickPipeId\}) /;
/** Keys that have a field even there. */
const OFFERED =
	/\} (?:expireAt|name|state|(?:destination|fieldMappings)\b.*|source\.(?:kafka|postgres)\.credentials(?:\.(?:username|password))?|source\.postgres\.tableMappingsTo(?:Add.*|Remove\[\]\.(?:source|targetTable).*))$/;

const SERVICE_TEMPLATE = '/v1/organizations/{organizationId}/services/{serviceId}';
const ENDPOINTS = `${SERVICE_TEMPLATE}/clickpipesReversePrivateEndpoints`;

/** The keys that the forms omit: deprecated ones, and those that exclude everything else. */
const LEFT_OUT: Record<Api, string[]> = {
	management: [`POST ${SERVICE_TEMPLATE}/pipes scaling.concurrency`],
	dashboard: [],
	clickstack: [],
	clickhouseCloud: [
		`PATCH ${SERVICE_TEMPLATE}/clickpipes/{clickPipeId}/scaling concurrency`,
		...['customPrivateDnsMappings[].privateDnsName', 'customPrivateDnsMappings[].targetId'].map(
			(name) => `PATCH ${ENDPOINTS}/{reversePrivateEndpointId} ${name}`,
		),
		`PATCH ${SERVICE_TEMPLATE}/replicaScaling numReplicas`,
		'POST /v1/organizations/{organizationId}/services numReplicas',
		`POST ${SERVICE_TEMPLATE}/clickpipes scaling.concurrency`,
		`POST ${ENDPOINTS} customPrivateDnsMappings[].targetId`,
		`POST ${SERVICE_TEMPLATE}/scalingSchedule entries[].numReplicas`,
	],
};

const SHARED: readonly unknown[] = ['create', 'discoverSchema'];

/** The many forms of new pipes that all APIs accept are sent to each in turn, all others to each. */
function dialectsInTurn({ parameters }: FilledForm, count: number): Dialect[] {
	const dialects = dialectsFor(parameters);
	const isShared = SHARED.includes(parameters.operation);
	const isManifold = parameters.sourceKind !== undefined && parameters.sourceKind !== 'postgres';
	if (!isShared || !isManifold) return dialects;
	// Minimal and full forms alternate, and a choice of two values repeats at every second turn.
	const turn = Math.floor(count / 2) + Math.floor(count / 4);
	return dialects.filter((_, index) => index === turn % dialects.length);
}

/** The message that an expression is not a choice. */
const NO_CHOICE = /can't be an expression|is unknown$|has an unknown value$|must be one of/;

/** One form for each choice in each deciding field, with the expression that returns this choice. */
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

function addReached({ requests }: Emulator, reached: Set<string>, api: Api): void {
	for (const { method, path, body } of requests) {
		const operation = findOperation(api, method, path)?.operation;
		if (operation === undefined || body === undefined) continue;
		for (const member of bodyMembers(body)) {
			reached.add(`${operation.method} ${operation.template} ${member}`);
		}
	}
}
