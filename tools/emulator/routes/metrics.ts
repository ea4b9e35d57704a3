import { documentOf } from '../../contract/documents';
import { type JsonObject, objectAt } from '../../contract/json';
import type { Handler } from './answers';
import { kindOf, withService } from './rules';

/** The contract contains examples of metrics. */
export function exampleLines(name: string): string[] {
	const { examples } = objectAt(documentOf('clickhouseCloud'), 'components');
	const value = objectAt({ ...objectAt({ examples }, 'examples') }, name)['value'];
	return String(value).trimEnd().split('\n');
}

/** Comments have no labels to replace. */
function labelled(line: string, labels: JsonObject): string {
	return Object.entries(labels).reduce(
		(changed, [name, value]) =>
			changed.replace(new RegExp(`(?<=[{,]${name}=)"(?:[^"\\\\]|\\\\.)*"`), () =>
				JSON.stringify(String(value)),
			),
		line,
	);
}

/** Only the complete list includes metrics of pipes. */
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
