import { isJsonObject, type JsonObject, objectAt, objectsAt } from '../../contract/json';
import type { PipeRecord } from '../state/collection';
import { badRequest } from './answers';
import { kindOf, withPipe } from './rules';

const SECRETS = new Set([
	'credentials',
	'accessKey',
	'connectionString',
	'serviceAccountKey',
	'protobufSchema',
]);
/** These keys identify a table mapping. */
const MAPPING_KEYS = [
	'sourceSchemaName',
	'sourceTable',
	'sourceDatabaseName',
	'sourceCollection',
	'targetTable',
];
/** A change of these keys needs credentials, because the new connection is tested. */
const CONNECTION = ['host', 'port', 'uri'];
/** A change of a Kafka source ignores these keys silently. */
const FIXED_OF_KAFKA = ['type', 'format', 'brokers', 'topics', 'consumerGroup', 'offset'];

/** The service accepts these keys but never shows them. */
export function withoutSecrets(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withoutSecrets);
	if (!isJsonObject(value)) return value;
	const shown = Object.entries(value).filter(([key]) => !SECRETS.has(key));
	return Object.fromEntries(shown.map(([key, member]) => [key, withoutSecrets(member)]));
}

function keyOf(mapping: JsonObject): string {
	return JSON.stringify(MAPPING_KEYS.map((name) => mapping[name]));
}

/** A text is the reason why the change is refused. */
function updatedSource(pipe: PipeRecord, name: string, given: JsonObject): JsonObject | string {
	const current = objectAt(pipe.source, name);
	const { tableMappingsToAdd, tableMappingsToRemove, credentials, ...others } = given;
	const changesMappings = tableMappingsToAdd !== undefined || tableMappingsToRemove !== undefined;
	if (changesMappings && pipe.state !== 'Paused') {
		return 'the pipe must be paused to edit its table mappings';
	}
	const moves = CONNECTION.some((key) => ![undefined, current[key]].includes(given[key]));
	if (moves && credentials === undefined) return 'could not connect to the source';
	const removed = objectsAt(given, 'tableMappingsToRemove').map(keyOf);
	const tableMappings = objectsAt(current, 'tableMappings')
		.filter((mapping) => !removed.includes(keyOf(mapping)))
		.concat(objectsAt(given, 'tableMappingsToAdd'));
	const settings = { ...objectAt(current, 'settings'), ...objectAt(given, 'settings') };
	return {
		...current,
		...objectAt({ shown: withoutSecrets(others) }, 'shown'),
		...('settings' in current && { settings }),
		...(changesMappings && { tableMappings }),
	};
}

/** Ignores `settings` silently, as the service does. */
export const updatePipe = withPipe(({ body, state, now: updatedAt }, pipe) => {
	const { name } = kindOf(pipe.source);
	const fixed = name === 'kafka' ? FIXED_OF_KAFKA : [];
	const given = Object.entries(objectAt(objectAt(body, 'source'), name));
	const changes = Object.fromEntries(given.filter(([key]) => !fixed.includes(key)));
	const source = updatedSource(pipe, name, changes);
	if (typeof source === 'string') return badRequest(source);
	const columns = objectAt(body, 'destination')['columns'];
	const updated: PipeRecord = {
		...pipe,
		name: typeof body['name'] === 'string' ? body['name'] : pipe.name,
		source: { ...pipe.source, [name]: source },
		destination: { ...pipe.destination, ...(columns === undefined ? {} : { columns }) },
		fieldMappings: body['fieldMappings'] ?? pipe['fieldMappings'],
		updatedAt,
	};
	state.pipes.edit(updated);
	return { result: updated };
});
