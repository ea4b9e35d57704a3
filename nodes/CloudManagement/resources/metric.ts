import { unmarked } from '../../engine/parameters/properties';
import type { IDataObject } from 'n8n-workflow';
import { flag, property } from '../../engine/body/fields';
import { recordsIn } from '../../engine/json';
import type { Issue } from '../../engine/issue';
import type { ListOperation, ParameterValues } from '../../engine/operation';
import { readItemOptions } from '../../engine/options/requestOptions';
import { asObject, emptyToUndefined, isText, textList } from '../../engine/parameters/values';
import type { ListedOperation } from '../../engine/resource';
import { resource } from '../../engine/resource';
import { filterField, filterIssues, filtersField } from '../../clickhouseCloud/filters';
import { metricRecord, pipeRecord } from '../../clickhouseCloud/records';
import { PART, METRICS_READER } from '../../features/metrics/prometheus';
import { getMany } from '../../features/record/record';
import { limitedRecords } from '../../features/limit';
import { isAmong, isSameName } from '../../engine/text';
import { uuidSegment } from '../../engine/parameters/pathSegment';

const { field: pipeField } = pipeRecord.id;
/** A sleeping service reports only this metric, and reading metrics doesn't wake it. */
const SERVICE_INFO = 'ClickHouse_ServiceInfo';
const NO_DATA =
	"The service is idle or isn't reporting all metrics, so some may be missing. A missing metric doesn't mean 0. For example, a pipe can lag behind even if the output shows no lag.";

const metricFilters = filtersField('Outputs only records that match every filter', [
	filterField('Names', 'names', 'ClickPipes_Latency', 'Metric names'),
	property(
		'essentialOnly',
		flag('Only the Essential Metrics', {
			default: true,
			description:
				"Whether to read only ClickHouse's reduced set of metrics, which is the default. If you choose a pipe, the node reads all metrics.",
		}),
	),
	{
		...unmarked(pipeField),
		description: "Only return this pipe's metrics. The list shows the service's pipes.",
	},
]);

const metricList = getMany(metricRecord, {
	description: 'Get the Prometheus metrics of a service and its pipes',
	fields: [metricFilters],
	fieldIssues: ({ filters }): Issue[] => {
		const pipeId = pipeIn(filters);
		const pipeIssues = pipeId === undefined ? [] : uuidSegment('filters.pipeId', pipeId).issues;
		return [...filterIssues(filters, ['names']), ...pipeIssues];
	},
	query: ({ filters }) => {
		const { essentialOnly = true } = asObject(filters);
		const isFiltered = essentialOnly === true && pipeIn(filters) === undefined;
		return [`filtered_metrics=${String(isFiltered)}`];
	},
});

const getMetrics: ListedOperation<ListOperation> = {
	...metricList,
	plan: (parameters, context) => {
		const planned = metricList.plan(parameters, context);
		return { ...planned, request: { ...planned.request, reader: METRICS_READER } };
	},
	output: {
		pick: (payloads, parameters) => {
			const metrics = limitedRecords(
				payloads.flatMap(({ metrics }) => recordsIn(metrics)).filter(passing(parameters)),
				parameters,
			);
			return readItemOptions(parameters.options).fullResponse ? [{ metrics }] : metrics;
		},
		successHint: (payload) => {
			const metrics = recordsIn(payload.metrics);
			const isAsleep = metrics.every(({ name }) => name === SERVICE_INFO);
			return isAsleep || metrics.some(isPartial) ? NO_DATA : undefined;
		},
	},
};

export const metric = resource(
	'Metric',
	"Prometheus metrics, such as a pipe's latency or a service's memory",
	{
		getAll: getMetrics,
	},
);

function pipeIn(filters: unknown): unknown {
	return emptyToUndefined(asObject(filters)[pipeField.name]);
}

function isPartial({ labels }: IDataObject): boolean {
	return asObject(labels)['scrape'] === 'partial';
}

/** The name of a histogram or summary stands for all of its parts. */
function isAmongNames(name: string, names: readonly string[]): boolean {
	return isAmong(name, names) || isAmong(name.replace(PART, ''), names);
}

function passing({ filters }: ParameterValues): (metric: IDataObject) => boolean {
	const names = textList(asObject(filters)['names']).map(String);
	const enteredPipe = pipeIn(filters);
	const pipeId = isText(enteredPipe) ? String(enteredPipe).trim() : undefined;
	return ({ name, labels }) => {
		const isNamed = names.length === 0 || (isText(name) && isAmongNames(String(name), names));
		const labelledId = asObject(labels)['clickpipe_id'];
		return isNamed && (pipeId === undefined || isSameName(String(labelledId), pipeId));
	};
}
