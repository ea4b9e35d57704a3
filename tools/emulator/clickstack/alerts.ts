import type { JsonObject } from '../../contract/json';
import type { Call } from '../routes/answers';
import type { Behaviour } from '../routes/records';
import { channelsOf } from './deliveries';
import { CLICKSTACK_IDS } from './ids';

/** The keys that an older server doesn't support, and drops. */
const NEWER = ['channels', 'displayName', 'tags', 'chartConfig'];

function unknownMembers({ state }: Call): readonly string[] {
	return state.clickStack.options.isOld === true ? NEWER : [];
}

function without(record: JsonObject, names: readonly string[]): JsonObject {
	return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}

/** The chart of an alert is only in the record itself, and an older server supports only one channel. */
export const alerts: Behaviour = {
	store: (call, made, { state = 'OK' } = {}) => {
		const body = without(call.body, unknownMembers(call));
		const channels = channelsOf(body);
		const { teamId } = CLICKSTACK_IDS;
		const channel = channels[0];
		return { ...made, ...body, state, channel, channels, teamId, updatedAt: call.now };
	},
	show: (call, alert) =>
		without(alert, [
			...unknownMembers(call),
			...(call.operation.operationId === 'listAlerts' ? ['chartConfig'] : []),
		]),
};
