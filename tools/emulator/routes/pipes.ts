import { isJsonObject, type JsonObject, objectAt, objectsAt } from '../../contract/json';
import { pipeFromBody } from '../state/pipes';
import type { PipeRecord } from '../state/records';
import {
	type Answer,
	badRequest,
	type Call,
	type Handler,
	isCloud,
	notFound,
	parameter,
} from './answers';
import { asleep, kindOf, pipeOf } from './rules';

const PIPE_BLOCK = 0x31;
const TABLE_MEMBERS = ['table', 'managedTable', 'tableDefinition'];
const MAPPING_MEMBERS = ['sourceSchemaName', 'sourceTable', 'targetTable'];
/** Each engine's required keys besides its type. */
const ENGINE_MEMBERS: Record<string, string> = {
	ReplacingMergeTree: 'versionColumnId',
	SummingMergeTree: 'columnIds',
};

function postgresFault(postgres: JsonObject): string | undefined {
	const mappings = objectsAt(postgres, 'tableMappings');
	const targets = mappings.map((mapping) => mapping['targetTable']);
	const login = objectAt(postgres, 'credentials');
	if (postgres['authentication'] !== 'IAM_ROLE' && login['password'] === undefined) {
		return 'credentials are missing';
	}
	if (objectAt(postgres, 'settings')['replicationMode'] === undefined) {
		return 'settings.replicationMode is missing';
	}
	if (mappings.length === 0) return 'tableMappings are missing';
	if (mappings.some((mapping) => MAPPING_MEMBERS.some((name) => mapping[name] === undefined))) {
		return 'a table mapping is incomplete';
	}
	return new Set(targets).size < targets.length ? 'a target table is named twice' : undefined;
}

/** Returns why a new pipe is refused beyond the vendor's document. */
function creationFault(body: JsonObject): string | undefined {
	const source = objectAt(body, 'source');
	const destination = objectAt(body, 'destination');
	const kind = kindOf(source);
	const empty = ['scaling', 'settings'].find(
		(name) => isJsonObject(body[name]) && Object.keys(objectAt(body, name)).length === 0,
	);
	if (empty !== undefined) return `${empty} is empty`;
	const foreign = TABLE_MEMBERS.find((name) => destination[name] !== undefined);
	if (kind.isDatabase && foreign !== undefined) return `destination.${foreign} is not allowed`;
	const engine = objectAt(objectAt(destination, 'tableDefinition'), 'engine');
	const needed = ENGINE_MEMBERS[String(engine['type'])];
	if (needed !== undefined && !engine[needed]) return `engine.${needed} is missing`;
	return kind.name === 'postgres' ? postgresFault(objectAt(source, 'postgres')) : undefined;
}

export const createPipe: Handler = (call) => {
	const { state, body } = call;
	const ofCloud = isCloud(call);
	const fault = ofCloud ? creationFault(body) : undefined;
	const failed = fault === undefined ? undefined : badRequest(fault);
	const refused = ofCloud ? (asleep(call) ?? failed) : undefined;
	if (refused !== undefined) return refused;
	const place = {
		id: state.newIds.uuid(PIPE_BLOCK),
		serviceId: parameter(call, 'serviceId'),
		now: call.now,
	};
	const kind = kindOf(objectAt(body, 'source'));
	const pipe = pipeFromBody(body, place, ofCloud ? [kind.name] : undefined);
	const settings = objectAt(objectAt(pipe.source, kind.name), 'settings');
	const isOnce = ofCloud && settings['replicationMode'] === 'snapshot';
	const isPaused = ofCloud && body['startPaused'] === true;
	state.pipes.accept(pipe, isPaused ? 'Stopped' : isOnce ? 'Completed' : 'Running');
	return { result: pipe };
};

/** Returns the state that a command leads to, or why it is refused. */
function stateAfter({ state, source }: PipeRecord, command: unknown, ofCloud: boolean) {
	const { name, resyncs } = kindOf(source);
	const isCompleted = ofCloud && state === 'Completed';
	if (command === 'resync') {
		const isAllowed = ofCloud ? resyncs : name === 'postgres';
		return isAllowed ? 'Running' : { reason: 'pipes of this kind are not resynced' };
	}
	if (command === 'start') {
		const canStart = ['Stopped', 'Failed', ...(ofCloud ? ['Paused', 'Completed'] : [])];
		if (!canStart.includes(state)) return { reason: `the pipe is ${state}` };
		return isCompleted ? state : 'Running';
	}
	if (isCompleted) return { reason: 'the pipe is completed' };
	return ofCloud && resyncs ? 'Paused' : 'Stopped';
}

export const updatePipeState: Handler = (call) => {
	const pipe = pipeOf(call);
	if (pipe === undefined) return notFound('pipe');
	const after = stateAfter(pipe, call.body['command'], isCloud(call));
	if (typeof after !== 'string') return badRequest(after.reason);
	const accepted = { ...pipe, updatedAt: call.now };
	call.state.pipes.accept(accepted, after);
	return { result: accepted };
};

/** Changes the scaling or the settings of a pipe; an object without keys is refused. */
function merge(call: Call, pipe: PipeRecord, member: 'scaling' | 'settings'): Answer {
	if (Object.keys(call.body).length === 0) return badRequest(`no ${member} given`);
	const merged = Object.entries({ ...objectAt(pipe, member), ...call.body });
	const kept = Object.fromEntries(merged.filter(([, value]) => value !== null));
	const updated = { ...pipe, [member]: kept, updatedAt: call.now };
	call.state.pipes.set(updated);
	return { result: member === 'settings' ? kept : updated };
}

export const scalePipe: Handler = (call) => {
	const pipe = pipeOf(call);
	if (pipe === undefined) return notFound('pipe');
	return kindOf(pipe.source).isDatabase
		? badRequest('database pipes are scaled together')
		: merge(call, pipe, 'scaling');
};

/** Acts on the settings of a pipe; database pipes have none here. */
function withSettings(act: (call: Call, pipe: PipeRecord) => Answer): Handler {
	return (call) => {
		const pipe = pipeOf(call);
		return pipe === undefined || kindOf(pipe.source).isDatabase
			? notFound('settings')
			: act(call, pipe);
	};
}

export const getPipeSettings = withSettings((_call, pipe) => ({
	result: objectAt(pipe, 'settings'),
}));

export const updatePipeSettings = withSettings((call, pipe) => {
	const isForeign = 'kafka_read_committed' in call.body && kindOf(pipe.source).name !== 'kafka';
	if (isForeign) return badRequest('kafka_read_committed is for Kafka');
	return merge(call, pipe, 'settings');
});
