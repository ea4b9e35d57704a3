import { getService } from '../../CloudManagement/actions/service/get.operation';
import { serviceIdsField } from '../fields';
import type { TriggerEvent } from '../poll';
import { observeStates, watchedIds } from '../watchStates';

const { name, displayName: label } = serviceIdsField;

/** Emits the services whose state is another one than at the poll before. */
export const serviceStateChanged: TriggerEvent = {
	observe: async (poll, stored) =>
		await observeStates(poll, stored, {
			scope: poll.scope,
			operation: getService,
			parameters: {},
			idParameter: 'serviceId',
			label,
			ids: watchedIds(poll, name, label),
			stateMember: 'state',
			item: ({ id, previousState, state, record }) => ({
				previousState,
				state,
				service: record ?? { id },
			}),
		}),
};
