import type { INodeProperties } from 'n8n-workflow';

import { serviceIdField } from '../../CloudManagement/actions/shared/identifiers';
import type { RecordOutput } from '../../CloudManagement/actions/shared/output';
import { outputRecord } from '../../CloudManagement/actions/shared/output';
import type { RecordKind } from '../../CloudManagement/actions/shared/record';
import { readRecord, recordFields } from '../../CloudManagement/actions/shared/record';
import { managementApi } from '../../CloudManagement/api/managementApi';
import { hashOf } from '../../core/json';
import { locatorValue } from '../../core/parameters/values';
import { stateAt } from '../../core/wait/valuePath';
import type { Poll, TriggerEvent } from '../poll';
import { readStates, watchedIds } from '../watchStates';

/** A kind of record that has a state, and what the items of its changes are made of. */
interface StatefulKind {
	kind: RecordKind & { output: RecordOutput };
	/** Which records are watched. */
	idsField: INodeProperties;
	/** The property of an item that has the record. */
	member: string;
	/** The property of the record that has its state. */
	state: string;
	/** The property of an item that has the state before. */
	previousState: string;
}

/** Emits the records whose state is another one than at the poll before. */
export function stateChanged({ kind, idsField, ...names }: StatefulKind): TriggerEvent {
	const watched = { label: idsField.displayName, thing: 'ID' } as const;
	const path = `${managementApi.payloadMember}.${names.state}`;
	return {
		read: async (poll, stored) => {
			const home = homeOf(kind, poll);
			const output = poll.parameter('output');
			return await readStates(poll, stored, {
				// The same ID in another service is another record.
				scope: hashOf([poll.scope, home]),
				operation: { properties: recordFields(kind), ...readRecord(kind) },
				parameters: (id) => ({ ...home, [kind.idField.name]: id }),
				watched,
				ids: watchedIds(poll, idsField.name, watched),
				noun: 'state',
				stateIn: (response) => stateAt(response, path),
				shown: (record) => outputRecord(record, { output }, kind.output),
				item: ({ id, previousState, state, record }) => ({
					[names.previousState]: previousState,
					[names.state]: state,
					[names.member]: record ?? { id, ...home },
				}),
			});
		},
	};
}

function homeOf({ home }: RecordKind, poll: Poll): { serviceId?: string } {
	if (home === 'organization') return {};
	const serviceId = locatorValue(poll.parameter(serviceIdField.name), serviceIdField.modes);
	return { serviceId: String(serviceId).trim() };
}
