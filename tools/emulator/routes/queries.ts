import type { JsonObject } from '../../contract/json';
import type { Collection } from '../state/collection';
import { SEEDED_IDS } from '../state/ids';
import type { QueryRecord } from '../state/records';
import type { Answer, Call, Handler } from './answers';
import { conflict, cursorPage, notFound, parameter } from './answers';
import { isHere, recordIn } from './records';

interface Kind {
	records: 'queryEndpoints' | 'savedQueries';
	one: string;
	label: string;
	parameter: string;
	block: number;
	/** Whether each name is unique in a service. */
	isNamedOnce: boolean;
	/** A new record's keys that no body has, or need not have. */
	made: (id: string) => JsonObject;
}

const KINDS: readonly Kind[] = [
	{
		...{ records: 'queryEndpoints', one: 'QueryEndpoint', label: 'query endpoint' },
		...{ parameter: 'endpointId', block: 0x141, isNamedOnce: false },
		made: (id) => ({
			...{ parameters: {}, allowedOrigins: [], ownerType: 'queryApiEndpoint' },
			url: `https://queries.example.com/run/${id}`,
		}),
	},
	{
		...{ records: 'savedQueries', one: 'SavedQuery', label: 'saved query' },
		...{ parameter: 'queryId', block: 0x151, isNamedOnce: true },
		made: () => ({}),
	},
];

const PAGE_SIZE = 100;
const MADE_IN_CONSOLE: readonly string[] = [
	SEEDED_IDS.consoleQueryEndpointId,
	SEEDED_IDS.consoleSavedQueryId,
];

function without(record: JsonObject, ...names: string[]): JsonObject {
	return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}

/** Stores a body's record, unless another one has its name. */
function stored(call: Call, kind: Kind, id: string): Answer {
	const records = call.state[kind.records];
	const serviceId = parameter(call, 'serviceId');
	const name = String(call.body['name']);
	const others = records.all().filter((one) => one.id !== id && isHere(call, one));
	if (kind.isNamedOnce && others.some((one) => one.name === name)) {
		return conflict(`there is already a ${kind.label} of this name`);
	}
	const record: QueryRecord = { ...kind.made(id), ...call.body, id, serviceId, name };
	records.set(record);
	return { result: without(record, 'serviceId') };
}

function handlersOf(kind: Kind): Array<[string, Handler]> {
	const from = ({ state }: Call): Collection<QueryRecord> => state[kind.records];
	const withRecord = (act: (call: Call, record: QueryRecord) => Answer) => (call: Call) => {
		const record = recordIn(call, from(call), kind.parameter);
		return record === undefined ? notFound(kind.label) : act(call, record);
	};
	const withOwn = (act: (call: Call, record: QueryRecord) => Answer) =>
		withRecord((call, record) =>
			MADE_IN_CONSOLE.includes(record.id)
				? conflict(`this ${kind.label} was made in the console`)
				: act(call, record),
		);
	return Object.entries({
		[`list${kind.records.charAt(0).toUpperCase()}${kind.records.slice(1)}`]: (call: Call) => {
			const here = from(call)
				.all()
				.filter((record) => isHere(call, record));
			const listed = here.map((record) => without(record, 'serviceId', 'sql', 'parameters'));
			return cursorPage(call, listed, PAGE_SIZE);
		},
		[`get${kind.one}`]: withRecord((_call, record) => ({ result: without(record, 'serviceId') })),
		[`create${kind.one}`]: (call: Call) => ({
			...stored(call, kind, call.state.newIds.uuid(kind.block)),
			isNew: true,
		}),
		// The whole is replaced: omitted keys get their defaults again.
		[`update${kind.one}`]: withOwn((call, { id }) => stored(call, kind, id)),
		[`delete${kind.one}`]: withOwn((call, { id }) => {
			from(call).delete(id);
			return { done: true };
		}),
	});
}

/** Query endpoints, which API keys call, and the saved queries of the console. */
export const QUERY_HANDLERS: Readonly<Record<string, Handler>> = Object.fromEntries(
	KINDS.flatMap(handlersOf),
);
