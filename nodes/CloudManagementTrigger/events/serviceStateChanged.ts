import { service, serviceKind } from '../../CloudManagement/actions/service';
import { outputRecord } from '../../core/record/output';
import { serviceIdsField } from '../properties';
import type { TriggerEvent } from '../poll';
import { observeStates, stateMember, watchedIds } from '../watchStates';

const { name, displayName: label } = serviceIdsField;
const watched = { label, thing: 'ID' } as const;

/** Emits the services whose state is another one than at the poll before. */
export const serviceStateChanged: TriggerEvent = {
	observe: async (poll, stored) => {
		const output = poll.parameter('output');
		return await observeStates(poll, stored, {
			scope: poll.scope,
			operation: service.operations.get,
			parameters: (serviceId) => ({ serviceId }),
			watched,
			ids: watchedIds(poll, name, watched),
			...stateMember('state'),
			shown: (record) => outputRecord(record, { output }, serviceKind.output),
			item: ({ id, previousState, state, record }) => ({
				previousState,
				state,
				service: record ?? { id },
			}),
		});
	},
};
