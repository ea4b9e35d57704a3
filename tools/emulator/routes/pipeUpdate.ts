import { isJsonObject, type JsonObject, objectAt, objectsAt } from '../../contract/json';
import { withoutSecrets } from '../state/pipes';
import type { PipeRecord } from '../state/records';
import { badRequest, type Handler, notFound } from './answers';
import { asleep, kindOf, pipeOf } from './rules';

const MAPPING_KEYS = [
	'sourceSchemaName',
	'sourceTable',
	'sourceDatabaseName',
	'sourceCollection',
	'targetTable',
];
const CONNECTION = [
	...['host', 'port', 'database', 'uri', 'authentication', 'iamRole'],
	...['tlsHost', 'caCertificate', 'disableTls', 'skipCertVerification'],
];

/** The keys that a Kafka change ignores silently. */
const FIXED_OF_KAFKA = [
	...['type', 'format', 'brokers', 'topics', 'consumerGroup', 'offset', 'schemaRegistry'],
	...['exactlyOnce', 'tombstoneMode'],
];

/** Returns the parts of a changed source that are not ignored. */
function changeable(kind: string, given: JsonObject): JsonObject {
	if (kind !== 'kafka') return given;
	const members = Object.entries(given).filter(([name]) => !FIXED_OF_KAFKA.includes(name));
	return Object.fromEntries(members);
}

function keyOf(mapping: JsonObject): string {
	return JSON.stringify(MAPPING_KEYS.map((name) => mapping[name]));
}

function changesMappings(given: JsonObject): boolean {
	const changes = ['tableMappingsToAdd', 'tableMappingsToRemove'];
	return changes.some((name) => objectsAt(given, name).length > 0);
}

/** Returns why a source's change is refused; undefined if it isn't. */
function refusal(pipe: PipeRecord, current: JsonObject, given: JsonObject): string | undefined {
	const kind = kindOf(pipe.source);
	if (kind.resyncs && changesMappings(given) && pipe.state !== 'Paused') {
		return 'the pipe must be paused to edit its table mappings';
	}
	const moved = CONNECTION.some(
		(name) => given[name] !== undefined && given[name] !== current[name],
	);
	// If there are no credentials, the new connection is tested without them, and that fails.
	return kind.resyncs && moved && given['credentials'] === undefined
		? 'could not connect to the source'
		: undefined;
}

function updatedMappings(current: JsonObject, given: JsonObject): JsonObject[] {
	const removed = objectsAt(given, 'tableMappingsToRemove').map(keyOf);
	return objectsAt(current, 'tableMappings')
		.filter((mapping) => !removed.includes(keyOf(mapping)))
		.concat(objectsAt(given, 'tableMappingsToAdd'));
}

function updatedSource(current: JsonObject, given: JsonObject): JsonObject {
	const members = Object.entries(objectAt({ shown: withoutSecrets(given) }, 'shown'));
	const shown = Object.fromEntries(members.filter(([name]) => !/^tableMappingsTo/.test(name)));
	const settings = { ...objectAt(current, 'settings'), ...objectAt(given, 'settings') };
	return {
		...current,
		...shown,
		...('settings' in current ? { settings } : {}),
		...(changesMappings(given) ? { tableMappings: updatedMappings(current, given) } : {}),
	};
}

/** Updates a pipe; `settings` are ignored silently, as the service does. */
export const updatePipe: Handler = (call) => {
	const { body } = call;
	const pipe = pipeOf(call);
	if (pipe === undefined) return notFound('pipe');
	const sleeping = asleep(call);
	if (sleeping !== undefined) return sleeping;
	if (pipe.state === 'Completed') return badRequest('the pipe is completed');
	const { name } = kindOf(pipe.source);
	const changes = objectAt(body, 'source');
	const given = changeable(name, objectAt(changes, name));
	const other = Object.keys(changes).find((key) => key !== name && isJsonObject(changes[key]));
	if (other !== undefined) return badRequest(`the source of this pipe is ${name}`);
	const current = objectAt(pipe.source, name);
	const reason = refusal(pipe, current, given);
	if (reason !== undefined) return badRequest(reason);
	const columns = objectAt(body, 'destination')['columns'];
	const updated: PipeRecord = {
		...pipe,
		name: typeof body['name'] === 'string' ? body['name'] : pipe.name,
		source: { ...pipe.source, [name]: updatedSource(current, given) },
		destination: { ...pipe.destination, ...(columns === undefined ? {} : { columns }) },
		fieldMappings: body['fieldMappings'] ?? pipe['fieldMappings'],
		updatedAt: call.now,
	};
	const resumed = objectsAt(given, 'tableMappingsToAdd').length > 0 ? 'Snapshot' : 'Running';
	call.state.pipes.accept(updated, changesMappings(given) ? resumed : pipe.state);
	return { result: updated };
};
