import { operations as dashboardOperations } from '../../../nodes/CloudDashboard/resources';
import { operations as managementOperations } from '../../../nodes/CloudManagement/resources';
import type { Operation, OperationTable } from '../../../nodes/engine/operation';
import { isRead } from '../../../nodes/engine/operation';
import { SEEDED_IDS } from '../../../tools/emulator/state/ids';
import { DASHBOARD } from '../../../tools/engine/workflow';
import type { OperationSample } from '../../../tools/samples/operationSamples';
import { SINGLE_REQUESTS } from '../../../tools/samples/operationSamples';

/** A sample, and its operation in the package. */
export interface SampledOperation {
	name: string;
	sample: OperationSample;
	operation: Operation;
}

/** Every operation that sends one request. */
export const SAMPLED = SINGLE_REQUESTS.map(([name, sample]): SampledOperation => {
	const [resource = '', operationName = ''] = name.split(/[ ,]/);
	const isOfDashboard = sample.type === DASHBOARD;
	const table: OperationTable = isOfDashboard ? dashboardOperations : managementOperations;
	const operation = table[resource]?.[operationName];
	if (operation === undefined) throw new Error(`The sample "${name}" has no operation`);
	return { name, sample, operation };
});

const CREDENTIAL = { apiDialect: 'standard', organizationId: SEEDED_IDS.organizationId };
const REFUSALS = [400, 401, 403, 404, 409, 413, 422, 424];
const BARE_SUCCESSES = [
	{ body: {}, status: 200 },
	{ body: {}, status: 201 },
	{ body: { requestId: 'id', status: 200 }, status: 200 },
];

/** The plan of a sample, with all that it was made of. */
export function plannedOf({ sample, operation }: SampledOperation) {
	const parameters = sample.parameters(SEEDED_IDS);
	const context = { credential: CREDENTIAL, startedAt: 0, timezone: 'UTC' };
	const { request } = operation.plan(parameters, context);
	return { request, parameters, context };
}

/** Everything of an operation that decides what the engine does after a response, or after none. */
function policyOf(sampled: SampledOperation): string {
	const { operation, sample } = sampled;
	const { request, parameters } = plannedOf(sampled);
	const recovery = operation.recovery?.(parameters, CREDENTIAL);
	return JSON.stringify({
		node: sample.type,
		method: request.method,
		isRead: isRead(request),
		selectsRecords: operation.select !== undefined,
		isPaged: operation.pages?.(parameters) !== undefined,
		needsList: operation.missingList !== undefined,
		isOutputAsSent: operation.unredacted === true,
		hasSecretsToShow: operation.shownOnce !== undefined,
		needsNoData: operation.emptyResult !== undefined,
		confirmedBy: BARE_SUCCESSES.filter(({ body, status }) => operation.isDone?.(body, status)),
		recoversFrom: REFUSALS.filter((status) => recovery?.follows(status, '')),
	});
}

const byPolicy = new Map<string, [SampledOperation, ...SampledOperation[]]>();
for (const one of SAMPLED) {
	const policy = policyOf(one);
	const group = byPolicy.get(policy);
	if (group === undefined) byPolicy.set(policy, [one]);
	else group.push(one);
}

/** The operations by their policies: a fault affects all with the same one in the same way. */
export const POLICIES = [...byPolicy.values()];
