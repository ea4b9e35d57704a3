import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { RecordOutput } from '../record/output';
import { outputRecord, pickMembers } from '../record/output';
import type { RecordKind } from '../record/record';
import { readList, readRecord, recordFields } from '../record/record';
import { hashOf } from '../json';
import type { Operation } from '../operation';
import { isText, locatorValue } from '../parameters/values';
import { stateAt } from '../wait/valuePath';
import { MAX_LISTED } from './keptText';
import type { Poll, TriggerEvent } from './poll';
import { MAX_WATCHED } from './properties';
import type { Homes, WatchedResources } from './resourceReads';
import { readStates, watchedIds } from './watchStates';

/** A kind of record that has a state, and what the items of its changes are made of. */
interface StatefulKind extends Pick<RecordOutput, 'simplify'> {
	kind: RecordKind;
	/** Which records are watched; empty for all. */
	idsField: INodeProperties;
	/** Whether one list is read even if IDs are entered. */
	alwaysListed?: true;
	/** What to do if the API has no list. Left out: the text of the kind's home. */
	noList?: string;
	/** What the records belong to, if those of all such can be watched, and what to do if the API has no list of them. */
	homes?: { kind: RecordKind; noList: string };
	/** The property of an item that has the record. */
	member: string;
	/** The property of the record that has its state. */
	state: string;
	/** The property of an item that has the state before. */
	previousState: string;
}

/** Emits the records whose state is another one than at the poll before. */
export function stateChanged(row: StatefulKind): TriggerEvent {
	const { kind, simplify, idsField, alwaysListed = false } = row;
	const { member, state: stateName, previousState } = row;
	const watched = { label: idsField.displayName, thing: 'ID' } as const;
	const one = { properties: recordFields(kind), ...readRecord(kind) };
	const all = listOf(row);
	const homes = row.homes && homesOf(row.homes);
	const { noun, idField: homeField } = kind.home;
	return {
		read: async (poll, stored) => {
			const homeId = homeIdOf(kind, poll);
			const inHome = (id: IDataObject[string]): IDataObject =>
				homeField ? { [homeField.name]: id } : {};
			const output = poll.parameter('output');
			const most = alwaysListed ? MAX_LISTED : MAX_WATCHED;
			const ids = watchedIds(poll, idsField.name, watched, most);
			const isAll = ids.length === 0;
			const isListed = alwaysListed || isAll;
			const path = `${poll.api.payloadMember}.${stateName}`;
			// One more shows that there are too many. What is entered may be anywhere in the list.
			const wanted = isAll ? { limit: MAX_LISTED + 1 } : { returnAll: true };
			const list = (id: string): IDataObject => ({ ...inHome(id), ...wanted });
			const reads: WatchedResources['reads'] =
				homes !== undefined && isAll && homeId === ''
					? { homes: { ...homes, list }, title: kind.title }
					: isListed
						? { list: list(homeId), title: kind.title, isPaged: kind.paging !== undefined }
						: { one: (id) => ({ ...inHome(homeId), [kind.idField.name]: id }) };
			return await readStates(poll, stored, {
				// The same ID in another service is another record, and what was not watched yet is not new.
				scope: hashOf([poll.scope, homeId, isAll]),
				operation: isListed ? all : one,
				reads,
				watched,
				ids,
				noun: 'state',
				stateIn: (response) => stateAt(response, path),
				shown: (record) => outputRecord(record, { output }, { simplify }),
				item: ({ id, record, ...states }, home = { id: homeId }) => ({
					[previousState]: states.previousState,
					[stateName]: states.state,
					[member]: record ?? { id, ...inHome(home['id']) },
					...(homeField && { [noun]: pickMembers(home, ['id', 'name']) }),
				}),
			});
		},
	};
}

function homesOf(homes: NonNullable<StatefulKind['homes']>): Omit<Homes, 'list'> {
	const { title, idSegment } = homes.kind;
	const isId: Homes['isId'] = (id) => idSegment('', id).issues.length === 0;
	return { title, operation: listOf(homes), isId };
}

function listOf({ kind, noList }: Pick<StatefulKind, 'kind' | 'noList'>): Operation {
	return {
		properties: recordFields(kind),
		...readList(kind),
		...(noList === undefined ? {} : { advice: { 404: noList } }),
	};
}

/** Returns the ID of what the records belong to, such as a service. */
function homeIdOf({ home: { idField } }: RecordKind, poll: Poll): string {
	if (idField === undefined) return '';
	const id = locatorValue(poll.parameter(idField.name), idField.modes);
	return isText(id) ? String(id).trim() : '';
}
