import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';
import { quoteName } from '../../engine/approval/sentences';
import { flag, property, text } from '../../engine/body/fields';
import { isDataObject } from '../../engine/json';
import type { Parameters, ValidationIssue } from '../../engine/operation';
import { readItemOptions } from '../../engine/parameters/options';
import { asObject, emptyToUndefined } from '../../engine/parameters/values';
import type { ListedOperation } from '../../engine/resource';
import { resource } from '../../engine/resource';
import { calendarDate } from '../../engine/time';
import { filteredBy, tagFilter } from '../../clickhouseCloud/filters';
import {
	appendSegments,
	organizationPath,
	requestOptions,
} from '../../clickhouseCloud/identifiers';
import type { RecordOutput } from '../../features/record/output';
import {
	outputFields,
	outputIssues,
	outputRecord,
	pickMembers,
	recordOutput,
} from '../../features/record/output';

const MS_PER_DAY = 86_400_000;
const MAX_DAYS = 31;

const date = (label: string, name: string, description: string): INodeProperties => ({
	...property(name, text(label, { required: true, typeOptions: { dateOnly: true } })),
	type: 'dateTime',
	description: `${description}. The date is used as entered, whatever its time and zone; the API counts days in UTC.`,
});

const fromDateField = date('From Date', 'fromDate', 'The first day');
const toDateField = date('To Date', 'toDate', 'The last day, at most 30 days later');

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

/** One entity on one day. */
const dailyOutput = recordOutput(
	'date entityType entityId entityName dataWarehouseId serviceId metrics totalCHC locked',
	'date entityType entityName entityId serviceId totalCHC',
);

const totalOutput = (parameters: Parameters): RecordOutput => ({
	members: ['grandTotalCHC', 'costs'],
	simplify: (record) => ({ ...datesOf(parameters), ...pickMembers(record, ['grandTotalCHC']) }),
});

/** Second reference, "Organization". */
const getUsageCost: ListedOperation = {
	name: 'Get',
	description: 'Get the usage cost of the organization for up to 31 days, in credits (CHC)',
	action: 'Get usage cost',
	properties: [
		fromDateField,
		toDateField,
		...filters.fields,
		splitField,
		...updateDisplayOptions({ show: { splitIntoItems: [true] } }, outputFields(dailyOutput)),
		...updateDisplayOptions({ show: { splitIntoItems: [false] } }, outputFields(totalOutput({}))),
		requestOptions({ reads: true }),
	],
	advice: {
		200: 'Turn off Split Into Items to output the response as it is.',
		404: 'Check that the organization in the credential or in the node is yours. If it is, this API may not have usage costs.',
	},
	target: () => 'usage cost of the organization',
	summarize: (_request, parameters) => {
		const { fromDate, toDate } = datesOf(parameters);
		return `Read the usage cost from ${quoteName(fromDate)} to ${quoteName(toDate)}`;
	},
	plan: (parameters, context) => {
		const organization = organizationPath(parameters, context.credential);
		const { path, issues } = appendSegments(organization, 'usageCost');
		const { fromDate = '', toDate = '' } = datesOf(parameters);
		const dates = [`from_date=${fromDate}`, `to_date=${toDate}`];
		const query = [...dates, ...filters.query(parameters, context)].join('&');
		return {
			request: { method: 'GET', path: `${path}?${query}` },
			issues: [
				...issues,
				...dateIssues(parameters),
				...filters.issues(parameters, context),
				...outputIssues(parameters),
			],
		};
	},
	missingList: (payload, parameters) =>
		isSplit(parameters) && costsIn(payload) === undefined ? 'costs' : undefined,
	select: (elements, parameters) =>
		isSplit(parameters)
			? elements.flatMap((element) => costsIn(element) ?? []).filter(isDataObject)
			: elements,
	shape: (element, parameters) => {
		const isDaily = parameters.splitIntoItems === true;
		return outputRecord(element, parameters, isDaily ? dailyOutput : totalOutput(parameters));
	},
};

export const usageCost = resource('Usage Cost', 'The cost of services, pipes and storage', {
	get: getUsageCost,
});

function datesOf({ fromDate, toDate }: Parameters) {
	return { fromDate: calendarDate(fromDate), toDate: calendarDate(toDate) };
}

function dateIssues(parameters: Parameters): ValidationIssue[] {
	const { fromDate, toDate } = datesOf(parameters);
	if (fromDate === undefined || toDate === undefined) {
		return [fromDateField, toDateField]
			.filter(({ name }) => calendarDate(parameters[name]) === undefined)
			.map(({ name: path }) => ({
				path,
				code: emptyToUndefined(parameters[path]) === undefined ? 'empty' : 'notDate',
			}));
	}
	const { name: path } = toDateField;
	const days = (Date.parse(toDate) - Date.parse(fromDate)) / MS_PER_DAY;
	if (days < 0) return [{ path, code: 'beforeFromDate' }];
	return days < MAX_DAYS ? [] : [{ path, code: 'tooManyDays', days, most: MAX_DAYS }];
}

/** A complete response stays in one piece. */
function isSplit({ splitIntoItems, options }: Parameters): boolean {
	return splitIntoItems === true && !readItemOptions(options).fullResponse;
}

/** Returns the cost of each entity and day, or undefined if the response has no list of them. */
function costsIn(payload: unknown): unknown[] | undefined {
	const { costs } = asObject(payload);
	return Array.isArray(costs) ? costs : undefined;
}
