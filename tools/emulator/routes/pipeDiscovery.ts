import { isJsonObject, type JsonObject, objectAt } from '../../contract/json';
import { type Answer, badRequest, type Call, type Handler, notFound, parameter } from './answers';
import { asleep } from './rules';

const MILLICORES_PER_GIGABYTE = 250;

/** Lists a source's fields; the service itself reads object storage, so it must run. */
export const discoverSchema: Handler = (call) => {
	const source = objectAt(call.body, 'source');
	const sleeping = isJsonObject(source['objectStorage']) ? asleep(call) : undefined;
	if (sleeping !== undefined) return sleeping;
	const fields = [
		{ name: 'id', type: 'UInt64', optional: false },
		{ name: 'note', type: 'Nullable(String)', optional: true },
	];
	return { result: { fields, meta: null } };
};

export const getPipeContext: Handler = (call) => {
	const principal = `principal://iam.example.com/${parameter(call, 'serviceId')}`;
	return { result: { gcpWorkloadIdentity: { supported: true, ready: true, principal } } };
};

/** Acts on the scaling of all database pipes, which exists with the first of them. */
function withScaling(act: (call: Call, scaling: JsonObject) => Answer): Handler {
	return (call) => {
		const scaling = call.state.cdcScalings.get(parameter(call, 'serviceId'));
		return scaling === undefined ? notFound('CDC scaling') : act(call, scaling);
	};
}

function shown({ replicaCpuMillicores, replicaMemoryGb }: JsonObject): Answer {
	return { result: { replicaCpuMillicores, replicaMemoryGb } };
}

export const getCdcScaling = withScaling((_call, scaling) => shown(scaling));

export const updateCdcScaling = withScaling(({ body, state }, scaling) => {
	const scaled = { ...scaling, ...body };
	const { replicaCpuMillicores, replicaMemoryGb } = scaled;
	if (replicaCpuMillicores !== Number(replicaMemoryGb) * MILLICORES_PER_GIGABYTE) {
		return badRequest('there must be four times as many gigabytes as cores');
	}
	state.cdcScalings.set(scaled);
	return shown(scaled);
});
