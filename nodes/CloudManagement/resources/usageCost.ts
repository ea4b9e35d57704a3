import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { phrase, quoteName } from '../../engine/phrase';
import type { Field } from '../../engine/body/fields';
import { describeFields, flag, property, time } from '../../engine/body/fields';
import { bodyBuilder, propertiesOf } from '../../engine/body/interpret';
import { dataObject, recordsIn } from '../../engine/json';
import type { ParameterValues } from '../../engine/operation';
import { readItemOptions } from '../../engine/options/requestOptions';
import { asObject, emptyToUndefined } from '../../engine/parameters/values';
import type { ListedOperation } from '../../engine/resource';
import { resource } from '../../engine/resource';
import { calendarDate, MS_PER_DAY } from '../../engine/time';
import { filteredBy, tagFilter } from '../../clickhouseCloud/filters';
import {
	inOrganization,
	organizationParent,
	organizationOptions,
} from '../../clickhouseCloud/identifiers';
import type { ApiRecord } from '../../features/record/record';
import { itemOutput, listRead, recordPhrase } from '../../features/record/record';
import type { RecordOutput } from '../../features/record/recordOutput';
import {
	columnsOf,
	outputFields,
	outputRecord,
	recordOutput,
} from '../../features/record/recordOutput';
import type { Issue } from '../../engine/issue';
import { EMPTY } from '../../engine/issue';
import { withDisplayOptions } from '../../engine/parameters/properties';

const MAX_DAYS = 31;

/** The API counts days in UTC, so a date defaults to a day in UTC. */
function date(label: string, day: string, description: string): Field {
	const dateField = time(label, calendarDate, {
		default: `={{ ${day}.toISODate() }}`,
		schema: z.string(),
		required: true,
		typeOptions: { dateOnly: true },
		description: `${description}. The node sends only the date. The API counts days in UTC.`,
	});
	return { ...dateField, toBody: calendarDate };
}

const dates = describeFields('', {
	fromDate: date('From Date', '$now.toUTC().minus({ days: 6 })', 'First day'),
	toDate: date('To Date', '$now.toUTC()', 'Last day, at most 30 days after From Date'),
});
const datesOf = bodyBuilder(dates);

const splitField: INodeProperties = {
	...property(
		'splitIntoItems',
		flag('Split Into Items', {
			description:
				'Whether to output one item for each entity and day, instead of one item with the total',
		}),
	),
	noDataExpression: true,
};

const filters = filteredBy([tagFilter]);

/** Each row is an entity's cost on a day. */
const dailyOutput = recordOutput(
	'date entityType entityId entityName dataWarehouseId serviceId metrics totalCHC locked',
	'date entityType entityName entityId serviceId totalCHC',
);

const totalOutput = (parameters: ParameterValues): RecordOutput => ({
	keys: ['grandTotalCHC', 'costs'],
	simplify: (record) => ({
		...dataObject(datesOf(parameters, 'utc')),
		...columnsOf(record, ['grandTotalCHC']),
	}),
});

const usageCostRecord: ApiRecord = {
	title: 'usage cost',
	parent: organizationParent,
	permissions: { read: 'organization:view' },
	collection: inOrganization('usageCost'),
};

const getUsageCost: ListedOperation = {
	...listRead(usageCostRecord, {
		fieldIssues: (parameters, context) => [
			...dateIssues(parameters),
			...filters.fieldIssues(parameters, context),
		],
		query: (parameters, context) => {
			const { fromDate, toDate } = datesOf(parameters, context.timezone);
			const days = [`from_date=${String(fromDate)}`, `to_date=${String(toDate)}`];
			return [...days, ...filters.query(parameters, context)];
		},
	}),
	name: 'Get',
	description:
		"Get the organization's usage cost for up to 31 days, in credits (CHC). Split Into Items outputs it by entity and day.",
	action: 'Get usage cost',
	properties: [
		...propertiesOf(dates),
		...filters.fields,
		splitField,
		...withDisplayOptions({ show: { splitIntoItems: [true] } }, outputFields(dailyOutput)),
		...withDisplayOptions({ show: { splitIntoItems: [false] } }, outputFields(totalOutput({}))),
		organizationOptions({ reads: true }),
	],
	texts: {
		permission: usageCostRecord.permissions?.read,
		advice: {
			200: 'To output the response as it is, turn off Split Into Items.',
			404: 'Check that the organization in the credential or in the node is yours. If it is, this API might not have usage costs.',
		},
		subjectOf: () => 'usage cost of the organization',
		summarize: (_request, parameters) => {
			const { fromDate, toDate } = datesOf(parameters, 'utc');
			return phrase`Read ${recordPhrase(usageCostRecord, parameters)} from ${quoteName(fromDate)} to ${quoteName(toDate)}`;
		},
	},
	output: {
		...itemOutput(dailyOutput),
		pick: (elements, parameters) =>
			isSplit(parameters) ? elements.flatMap(({ costs }) => recordsIn(costs)) : elements,
		toItem: (element, parameters) =>
			outputRecord(
				element,
				parameters,
				parameters.splitIntoItems === true ? dailyOutput : totalOutput(parameters),
			),
	},
	missingList: (payload, parameters) =>
		isSplit(parameters) && !Array.isArray(asObject(payload).costs) ? 'costs' : undefined,
};

export const usageCost = resource('Usage Cost', 'The cost of services, pipes, and storage', {
	get: getUsageCost,
});

const NOT_DATE = "isn't a date. Enter one, such as 2026-05-31.";

function dateIssues(parameters: ParameterValues): Issue[] {
	const { fromDate, toDate } = datesOf(parameters, 'utc');
	if (typeof fromDate !== 'string' || typeof toDate !== 'string') {
		return ['fromDate', 'toDate']
			.filter((path) => calendarDate(parameters[path]) === undefined)
			.map((path) => {
				const isEmpty = emptyToUndefined(parameters[path]) === undefined;
				return { path, ...(isEmpty ? EMPTY : { text: NOT_DATE }) };
			});
	}
	const days = (Date.parse(toDate) - Date.parse(fromDate)) / MS_PER_DAY;
	if (days >= 0 && days < MAX_DAYS) return [];
	const text =
		days < 0
			? 'is before From Date. Enter the same or a later day.'
			: `is ${String(days)} days after From Date, and one request covers at most ${String(MAX_DAYS)} days, including the last. Use several items.`;
	return [{ path: 'toDate', text }];
}

/** A full response is never split. */
function isSplit({ splitIntoItems, options }: ParameterValues): boolean {
	return splitIntoItems === true && !readItemOptions(options).fullResponse;
}
