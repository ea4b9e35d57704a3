import { operations as dashboardOperations } from '../../../nodes/CloudDashboard/resources';
import { operations as managementOperations } from '../../../nodes/CloudManagement/resources';
import { dashboardApi } from '../../../nodes/clickStack/api';
import { managementApi } from '../../../nodes/clickhouseCloud/api';
import type { Api, Operation, OperationTable } from '../../../nodes/engine/operation';
import { pagedListOf } from '../../../nodes/engine/execution/session';
import { isRead } from '../../../nodes/engine/request';
import { SEEDED_IDS } from '../../../tools/emulator/state/ids';
import { DASHBOARD } from '../../../tools/engine/workflow';
import { ALL_CLICKSTACK_SAMPLES } from '../../../tools/samples/clickstackSamples';
import type { OperationSample } from '../../../tools/samples/operationSamples';
import { SINGLE_REQUESTS } from '../../../tools/samples/operationSamples';

/** `operation` is the package's. */
export interface SampledOperation {
	name: string;
	sample: OperationSample;
	operation: Operation;
}

function sampledOf([name, sample]: readonly [string, OperationSample]): SampledOperation {
	const [resource = '', operationName = ''] = name.split(/[ ,]/);
	const isOfDashboard = sample.type === DASHBOARD;
	const table: OperationTable = isOfDashboard ? dashboardOperations : managementOperations;
	const operation = table[resource]?.[operationName];
	if (operation === undefined) throw new Error(`The sample "${name}" has no operation`);
	return { name, sample, operation };
}

/** An example of each operation that sends one request. Some read first. */
export const SAMPLED = SINGLE_REQUESTS.map(sampledOf);

/** These read the record they replace. The neutral contract can't read dashboards, so ClickStack's update is added. */
export const REPLACING = [
	...SAMPLED,
	...Object.entries(ALL_CLICKSTACK_SAMPLES)
		.filter(([name]) => name === 'dashboard update')
		.map(sampledOf),
	// A setting's schema only adds warnings.
].filter(({ name, sample }) => sample.reads === 1 && !name.startsWith('serviceSetting'));

const CREDENTIAL = { apiDialect: 'standard', organizationId: SEEDED_IDS.organizationId };
const BARE_SUCCESSES = [
	{ body: {}, status: 200 },
	{ body: {}, status: 201 },
	{ body: { requestId: 'id', status: 200 }, status: 200 },
];

export function plannedOf({ sample, operation }: SampledOperation) {
	const parameters = sample.parameters(SEEDED_IDS);
	const context = { credential: CREDENTIAL, startedAt: 0, timezone: 'UTC', facts: {} };
	const { request } = operation.plan(parameters, context);
	return { request, parameters, context };
}

function apiOf({ type, parameters }: OperationSample): Api {
	const isOwn = type === DASHBOARD && parameters(SEEDED_IDS)['authentication'] !== 'cloudApiKey';
	return isOwn ? dashboardApi : managementApi;
}

/** Whatever in an operation decides how the engine handles responses must be part of its policy. */
function policyOf(sampled: SampledOperation): string {
	const { operation, sample } = sampled;
	const { request, parameters } = plannedOf(sampled);
	const { output = {} } = operation;
	return JSON.stringify({
		node: sample.type,
		method: request.method,
		isRead: isRead(request),
		selectsRecords: output.pick !== undefined,
		isPaged: pagedListOf(operation, parameters) !== undefined,
		needsList: operation.kind === 'list' && operation.missingList !== undefined,
		isOutputAsSent: output.raw === true,
		hasSecretsToShow: output.secrets !== undefined,
		needsNoData: output.emptyResult !== undefined,
		confirmedBy: BARE_SUCCESSES.filter(({ body, status }) =>
			output.isSuccessWithoutPayload?.(body, status, apiOf(sample)),
		),
		readsBefore: sample.reads ?? 0,
	});
}

const byPolicy = new Map<string, [SampledOperation, ...SampledOperation[]]>();
for (const one of SAMPLED) {
	const policy = policyOf(one);
	const group = byPolicy.get(policy);
	if (group === undefined) byPolicy.set(policy, [one]);
	else group.push(one);
}

/** A fault affects all operations with the same policy in the same way. */
export const POLICIES = [...byPolicy.values()];
