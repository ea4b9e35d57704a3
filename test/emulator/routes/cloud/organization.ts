import type { UsageCostRecord } from '../../state/records';
import { badRequest, type Call, found, type Handler, parameter } from '../answers';
import { createByocInfrastructure as create } from '../byocInfrastructures';
import { hasTags } from './rules';

const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_DAYS = 30;
const SHORTEST_ACTIVITY_ID = 20;

export const createByocInfrastructure: Handler = (call) => {
	const { regionId, availabilityZoneSuffixes: zones, displayName } = call.body;
	if (regionId === undefined || displayName === undefined) return badRequest('a member is missing');
	if (!Array.isArray(zones) || zones.length !== 3) return badRequest('three zones are needed');
	const answer = create(call);
	if (!('result' in answer)) return answer;
	const [infrastructure] = call.state.byocInfrastructures.all().slice(-1);
	if (infrastructure === undefined) return answer;
	call.state.byocInfrastructures.set({ ...infrastructure, displayName });
	return { result: { ...infrastructure, displayName } };
};

function timeOf({ query }: Call, name: string, otherwise: number): number {
	const text = query[name];
	return typeof text === 'string' ? Date.parse(text) : otherwise;
}

export const listActivities: Handler = (call) => {
	const from = timeOf(call, 'from_date', -Infinity);
	const to = timeOf(call, 'to_date', Infinity);
	const within = call.state.activities.all().filter(({ createdAt }) => {
		const time = Date.parse(createdAt);
		return time >= from && time <= to;
	});
	return { result: within };
};

export const getActivity: Handler = (call) => {
	const id = parameter(call, 'activityId');
	if (id.length < SHORTEST_ACTIVITY_ID) return badRequest('Invalid activity id');
	return found(call.state.activities.get(id), 'activity');
};

/** Returns whether a cost belongs to a service with the tags that the query asks for. */
function isTagged(call: Call, { serviceId }: UsageCostRecord): boolean {
	return hasTags(call.state.services.get(serviceId ?? ''), call.query['filter']);
}

export const getUsageCost: Handler = (call) => {
	const from = String(call.query['from_date']);
	const to = String(call.query['to_date']);
	const days = (Date.parse(to) - Date.parse(from)) / DAY_MS;
	if (days < 0 || days > MAX_DAYS) return badRequest(`to_date is ${String(days)} days later`);
	const costs = call.state.usageCosts
		.all()
		.filter((cost) => cost.date >= from && cost.date <= to && isTagged(call, cost));
	const grandTotalCHC = costs.reduce((sum, { totalCHC }) => sum + totalCHC, 0);
	return { result: { grandTotalCHC, costs } };
};
