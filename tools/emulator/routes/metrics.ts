import { documentOf } from '../../contract/documents';
import { type JsonObject, objectAt } from '../../contract/json';
import type { Handler } from './answers';
import { kindOf, withService } from './rules';

/** Lines of an example in the contract. */
export function exampleLines(name: string): string[] {
	const { examples } = objectAt(documentOf('clickhouseCloud'), 'components');
	const value = objectAt({ ...objectAt({ examples }, 'examples') }, name)['value'];
	return String(value).trimEnd().split('\n');
}

/** Replaces labels of a sample. Comments have none. */
function labelled(line: string, labels: JsonObject): string {
	return Object.entries(labels).reduce(
		(changed, [name, value]) =>
			changed.replace(new RegExp(`(?<=[{,]${name}=)"(?:[^"\\\\]|\\\\.)*"`), () =>
				JSON.stringify(String(value)),
			),
		line,
	);
}

/** Lists a service's metrics. Only the complete list includes pipes' metrics. */
export const listMetrics: Handler = withService(({ query, state }, service) => {
	const isRunning = service.state === 'running';
	const ofService = {
		clickhouse_service: service.id,
		clickhouse_service_name: service.name,
		clickhouse_cluster_status: service.state,
		scrape: isRunning ? 'full' : 'partial',
	};
	const hasPipes = isRunning && query['filtered_metrics'] !== 'true';
	const pipes = state.pipes.peekAll().filter(({ serviceId }) => serviceId === service.id);
	const ofPipes = exampleLines('PipeMetrics').flatMap((line) =>
		line.startsWith('#')
			? [line]
			: pipes.map(({ id, name, source, state: pipeState }) =>
					labelled(line, {
						clickpipe_id: id,
						clickpipe_name: name,
						clickpipe_source: kindOf(source).name,
						clickpipe_state: pipeState,
					}),
				),
	);
	const lines = [
		...exampleLines('ServiceInfo'),
		...(isRunning || service.state === 'partially_running' ? exampleLines('ServiceMetrics') : []),
		...(hasPipes ? ofPipes : []),
	];
	return { text: lines.map((line) => `${labelled(line, ofService)}\n`).join('') };
});
