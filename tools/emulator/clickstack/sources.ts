import type { JsonObject } from '../../contract/json';
import { badRequest, data, type Handler, missing } from './reply';
import type { StoredRecord } from './seed';
import type { ClickStackState } from './state';

const DEFAULT_PRECISION = 3;

function unknownConnection({ connection }: JsonObject, { connections }: ClickStackState) {
	if (connections.has(String(connection))) return undefined;
	return badRequest('connection must be an existing connection id');
}

function stored(body: JsonObject, id: string): StoredRecord {
	const added = body['kind'] === 'trace' ? { durationPrecision: DEFAULT_PRECISION } : {};
	return { ...added, ...body, id };
}

export const listSources: Handler = ({ state }) => data(state.sources.all());

export const getSource: Handler = ({ state, id }) => {
	const source = state.sources.get(id);
	return source === undefined ? missing('Source') : data(source);
};

/** Creates a source, and ignores its ID. */
export const createSource: Handler = ({ state, body }) => {
	const fault = unknownConnection(body, state);
	if (fault !== undefined) return fault;
	const created = stored(body, state.newId());
	state.sources.set(created);
	return data(created);
};

/** Replaces a source as a whole. */
export const updateSource: Handler = ({ state, id, body }) => {
	const fault = unknownConnection(body, state);
	if (fault !== undefined) return fault;
	if (!state.sources.has(id)) return missing('Source');
	const updated = stored(body, id);
	state.sources.set(updated);
	return data(updated);
};

/** Deletes a source, even if something uses it. */
export const deleteSource: Handler = ({ state, id }) =>
	state.sources.delete(id) ? { status: 200, body: {} } : missing('Source');
