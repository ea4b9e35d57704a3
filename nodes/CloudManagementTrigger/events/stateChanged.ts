import type { INodeProperties } from 'n8n-workflow';

import { serviceIdField } from '../../CloudManagement/actions/shared/identifiers';
import type { RecordOutput } from '../../core/record/output';
import { outputRecord } from '../../core/record/output';
import type { RecordKind } from '../../core/record/record';
import { readList, readRecord, recordFields } from '../../core/record/record';
import { managementApi } from '../../CloudManagement/api/managementApi';
import { hashOf } from '../../core/json';
import type { Operation } from '../../core/operation';
import { locatorValue } from '../../core/parameters/values';
import { stateAt } from '../../core/wait/valuePath';
import { MAX_LISTED } from '../keptText';
import type { Poll, TriggerEvent } from '../poll';
import { MAX_WATCHED } from '../properties';
import { readStates, watchedIds } from '../watchStates';

/** A kind of record that has a state, and what the items of its changes are made of. */
interface StatefulKind {
	kind: RecordKind & { output: RecordOutput };
	/** Which records are watched; empty for all. */
	idsField: INodeProperties;
	/** Whether one list is read even if IDs are entered. */
	alwaysListed?: true;
	/** The property of an item that has the record. */
	member: string;
	/** The property of the record that has its state. */
	state: string;
	/** The property of an item that has the state before. */
	previousState: string;
}

/** Emits the records whose state is another one than at the poll before. */
export function stateChanged(row: StatefulKind): TriggerEvent {
	const { kind, idsField, alwaysListed = false, member, state: stateName, previousState } = row;
	const watched = { label: idsField.displayName, thing: 'ID' } as const;
	const path = `${managementApi.payloadMember}.${stateName}`;
	const one = { properties: recordFields(kind), ...readRecord(kind) };
	const all = listOf(row);
	return {
		read: async (poll, stored) => {
			const home = homeOf(kind, poll);
			const output = poll.parameter('output');
			const most = alwaysListed ? MAX_LISTED : MAX_WATCHED;
			const ids = watchedIds(poll, idsField.name, watched, most);
			const isAll = ids.length === 0;
			const isListed = alwaysListed || isAll;
			return await readStates(poll, stored, {
				// The same ID in another service is another record, and what was not watched yet is not new.
				scope: hashOf([poll.scope, home, isAll]),
				operation: isListed ? all : one,
				reads: isListed
					? { list: { ...home, returnAll: true }, title: kind.title }
					: { one: (id) => ({ ...home, [kind.idField.name]: id }) },
				watched,
				ids,
				noun: 'state',
				stateIn: (response) => stateAt(response, path),
				shown: (record) => outputRecord(record, { output }, kind.output),
				item: ({ id, record, ...states }) => ({
					[previousState]: states.previousState,
					[stateName]: states.state,
					[member]: record ?? { id, ...home },
				}),
			});
		},
	};
}

/** Reads all records of a kind. */
function listOf({ kind, idsField, alwaysListed }: StatefulKind): Operation {
	const { title } = kind;
	const instead =
		alwaysListed === true
			? `use Value Changed with the path of each ${title}`
			: `enter ${idsField.displayName}`;
	const advice = `Check the IDs. If they are right, this API may not have a list of ${title}s: ${instead}.`;
	return {
		properties: recordFields(kind),
		...readList(kind),
		advice: { 404: advice },
	};
}

function homeOf({ home }: RecordKind, poll: Poll): { serviceId?: string } {
	if (home.idField === undefined) return {};
	const serviceId = locatorValue(poll.parameter(serviceIdField.name), serviceIdField.modes);
	return { serviceId: String(serviceId).trim() };
}
