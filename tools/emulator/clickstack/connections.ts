import { data, type Handler, NOT_FOUND } from './reply';

export const listConnections: Handler = ({ state }) => data(state.connections.all());

export const getConnection: Handler = ({ state, id }) => {
	const connection = state.connections.get(id);
	return connection === undefined ? NOT_FOUND : data(connection);
};
