import { isJsonObject, type JsonObject, listAt, objectAt, objectsAt } from '../../contract/json';
import type { PipeRecord } from '../state/collection';
import { badRequest, type Call, type Handler, isCloud, parameter } from './answers';
import { withoutSecrets } from './pipeUpdate';
import { kindOf, withPipe } from './rules';

const KINDS = ['kafka', 'objectStorage', 'kinesis', 'postgres'];
const TABLE_MEMBERS = ['table', 'managedTable', 'tableDefinition'];

function isEmpty(value: unknown): boolean {
	return isJsonObject(value) && Object.keys(value).length === 0;
}

/** The service refuses more new pipes than the vendor's document says. */
function creationFault(body: JsonObject): string | undefined {
	const { name, isDatabase } = kindOf(objectAt(body, 'source'));
	const source = objectAt(objectAt(body, 'source'), name);
	const destination = objectAt(body, 'destination');
	const engine = objectAt(objectAt(destination, 'tableDefinition'), 'engine');
	const isPostgres = name === 'postgres';
	const login = source['authentication'] === 'IAM_ROLE' ? '' : objectAt(source, 'credentials');
	const faults: Record<string, boolean> = {
		'scaling is empty': isEmpty(body['scaling']),
		'settings is empty': isEmpty(body['settings']),
		'a database has no table': isDatabase && TABLE_MEMBERS.some((one) => one in destination),
		'the engine lacks its version column':
			engine['type'] === 'ReplacingMergeTree' && !engine['versionColumnId'],
		'the engine lacks its columns': engine['type'] === 'SummingMergeTree' && !engine['columnIds'],
		'credentials are missing': isPostgres && isEmpty(login),
		'replicationMode is missing': isPostgres && !objectAt(source, 'settings')['replicationMode'],
		'tableMappings are missing': isPostgres && objectsAt(source, 'tableMappings').length === 0,
	};
	return Object.keys(faults).find((fault) => faults[fault]);
}

/** A response lists every kind of source, with null for all except the pipe's own, and without secrets. */
export const createPipe: Handler = (call) => {
	const { state, body, now } = call;
	const given = objectAt(body, 'source');
	const { name } = kindOf(given);
	const fault = isCloud(call) ? creationFault(body) : undefined;
	if (fault !== undefined) return badRequest(fault);
	const kinds = isCloud(call) ? [name] : KINDS;
	const source = kinds.map((kind) => [kind, withoutSecrets(given[kind] ?? null)] as const);
	const shown = Object.entries(objectAt(body, 'destination')).filter(([key]) => key !== 'roles');
	const pipe: PipeRecord = {
		id: state.newIds.uuid(0x31),
		serviceId: parameter(call, 'serviceId'),
		name: String(body['name']),
		state: 'Provisioning',
		source: Object.fromEntries(source),
		destination: Object.fromEntries(shown),
		scaling: objectAt(body, 'scaling'),
		settings: objectAt(body, 'settings'),
		fieldMappings: listAt(body, 'fieldMappings'),
		createdAt: now,
		updatedAt: now,
	};
	state.pipes.accept(pipe, body['startPaused'] === true ? 'Stopped' : 'Running');
	return { result: pipe };
};

/** Streams have a column that messages may lack. */
const FIELDS: Readonly<Record<string, readonly JsonObject[]>> = {
	objectStorage: [
		{ name: 'orderId', type: 'UInt64', optional: false },
		{ name: 'url', type: 'String', optional: false },
	],
};
const STREAM_FIELDS = [
	{ name: 'orderId', type: 'Int64', optional: false },
	{ name: 'amount', type: 'Nullable(Float64)', optional: true },
];

export const discoverSchema: Handler = ({ body }) => {
	const { name } = kindOf(objectAt(body, 'source'));
	return { result: { fields: FIELDS[name] ?? STREAM_FIELDS, meta: null } };
};

/** Undefined if the service refuses the command in this state. */
function stateAfter({ state, source }: PipeRecord, command: unknown, ofCloud: boolean) {
	const { resyncs } = kindOf(source);
	if (command === 'resync') return resyncs ? 'Running' : undefined;
	if (command === 'stop') return ofCloud && resyncs ? 'Paused' : 'Stopped';
	return ['Stopped', 'Failed', 'Paused'].includes(state) ? 'Running' : undefined;
}

export const updatePipeState = withPipe((call, { id, ...accepted }) => {
	// The pipe has finished its last command by now.
	const pipe = call.state.pipes.get(id) ?? { id, ...accepted };
	const after = stateAfter(pipe, call.body['command'], isCloud(call));
	if (after === undefined) return badRequest(`the pipe is ${pipe.state}`);
	call.state.pipes.accept(pipe, after);
	return { result: pipe };
});

function merge(
	{ state, body }: Call,
	pipe: PipeRecord,
	member: 'scaling' | 'settings',
): PipeRecord {
	const merged = Object.entries({ ...objectAt(pipe, member), ...body });
	const kept = Object.fromEntries(merged.filter(([, value]) => value !== null));
	const updated = { ...pipe, [member]: kept };
	state.pipes.edit(updated);
	return updated;
}

export const scalePipe = withPipe((call, pipe) => ({ result: merge(call, pipe, 'scaling') }));

export const getPipeSettings = withPipe((_call, pipe) => ({ result: pipe['settings'] }));

export const updatePipeSettings = withPipe((call, pipe) => ({
	result: merge(call, pipe, 'settings')['settings'],
}));
