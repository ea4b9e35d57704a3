import { z } from 'zod';
import { withDisplayOptions } from '../../engine/displayOptions';
import { unresolvedSelectors } from '../../engine/parameters/properties';
import { changesText, recordText } from '../../engine/approval/sentences';
import {
	choice,
	description,
	field,
	flag,
	jsonObject,
	property,
	text,
} from '../../engine/body/fields';
import { namedValues } from '../../engine/body/rows';
import { asObject, emptyToUndefined } from '../../engine/parameters/values';
import { objectBody } from '../../engine/request';
import type { ChangeOperation, Parameters, Plan, PlanContext } from '../../engine/operation';
import { readItemOptions, readOptions } from '../../engine/options/requestOptions';
import type { ListedOperation } from '../../engine/resource';
import { organizationOfKey, WAKE_UP } from '../../clickhouseCloud/api';
import { organizationOptions, serviceIdLocator } from '../../clickhouseCloud/identifiers';
import { queryHost } from '../../clickhouseCloud/queryHost';
import { queryEndpointRecord, runEndpoint } from '../../clickhouseCloud/records';
import { queryReader } from '../../features/query/queryReader';
import { changeIn } from '../../features/query/sql';
import { newFields } from '../../features/record/bodyFields';
import { limitFields, limitIssues, recordPath, wantedCount } from '../../features/record/record';
import { zodIssues } from '../../engine/body/schema';

const nameField = field(
	'Name',
	{
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				typeOptions: { searchListMethod: 'searchQueryParameters', searchable: true },
			},
			{ displayName: 'By Name', name: 'name', type: 'string', placeholder: 'e.g. day' },
		],
	},
	z.string(),
	{ description: 'As in the braces of the SQL. The list needs Service.' },
);

const variables = description('', {
	queryInput: choice(
		'Define Parameters',
		{ fields: 'By Fields', json: 'By JSON' },
		{ selects: true, description: "How to enter the query's parameters" },
	),
	queryParameters: namedValues(
		'Parameters',
		'Parameter',
		{ name: nameField, value: text('Value', { placeholder: 'e.g. 2026-05-31' }) },
		{ when: { queryInput: ['fields'] }, schema: z.record(z.unknown()) },
	),
	queryJson: jsonObject('Parameters (JSON)', {
		when: { queryInput: ['json'] },
		placeholder: 'e.g. { "day": "2026-05-31" }',
		description: 'The values of the parameters by their names',
	}),
});

const queryFields = newFields(variables, {
	finish: (input) => ({
		body: { queryVariables: input.queryParameters ?? input.queryJson ?? {} },
		// The body has neither key any more.
		issues: zodIssues(variables.schema, input),
	}),
});

const onlyReadsField = {
	...property(
		'onlyReads',
		flag('Query Only Reads', {
			description:
				"Whether the query changes nothing, so that it can be retried and run for several items at once. The node refuses SQL that isn't a SELECT or the like, if the key may read the SQL.",
		}),
	),
	noDataExpression: true,
};

// As text, it would hide the options, Dry Run among them.
const selectorIssues = unresolvedSelectors([onlyReadsField], 'Choose a value.');

const ROLES =
	"The key must be among the endpoint's API keys, and needs the organization role Member or a higher one, and a service role with Query Endpoints. If the key has a list of IP addresses, it must contain this n8n's.";
const WAKE = `The service is idle or stopped: ${WAKE_UP}, or start it with Service → Start. Then run the node again.`;

export const runQuery: ListedOperation<ChangeOperation> = {
	kind: 'change',
	name: 'Run',
	description: 'Run the query of a query endpoint, and output its rows as items',
	action: 'Run query endpoint',
	properties: [
		{
			...serviceIdLocator,
			description: 'Only needed for the lists, and to check the SQL if Query Only Reads is on',
		},
		runEndpoint.field,
		...queryFields.properties,
		onlyReadsField,
		...limitFields,
		...[true, false].flatMap((reads) =>
			withDisplayOptions({ show: { onlyReads: [reads] } }, [organizationOptions({ reads })]),
		),
	],
	unknownOutcome: [
		'The query may have run',
		'If it changes data, check the data before you run it again.',
	],
	texts: {
		advice: { 401: ROLES, 403: ROLES, 404: 'Check the ID of the query endpoint.' },
		subjectOf: (_request, parameters) =>
			`query endpoint ${recordText(parameters, 'queryEndpointId')}`,
		summarize: (request, parameters) => {
			const variables = changesText(asObject(objectBody(request)['queryVariables']));
			const values = variables === '' ? '' : ` with ${variables}`;
			return `Run query endpoint ${recordText(parameters, 'queryEndpointId')}${values}`;
		},
	},
	output: { raw: true },
	isEmptySuccess: () => true,
	plan,
};

function plan(parameters: Parameters, context: PlanContext): Plan {
	const { host, issues: ofHost } = queryHost(context.credential);
	const { segment, issues: ofId } = runEndpoint.segment(
		'queryEndpointId',
		parameters.queryEndpointId,
	);
	const { body, issues: ofBody, hints } = queryFields.buildBody(parameters, context);
	const { timeout } = readOptions(parameters.options);
	const { fullResponse } = readItemOptions(parameters.options);
	const { needs = [], issues: ofSql = [] } =
		parameters.onlyReads === true ? sqlOf(parameters, context) : {};
	return {
		request: {
			method: 'POST',
			path: `/run/${segment}?format=JSONEachRow&request_timeout=${String(timeout)}`,
			body,
			...(parameters.onlyReads === true && { reads: true }),
			host,
			reader: queryReader(wantedCount(parameters), fullResponse, WAKE),
		},
		issues: [
			...selectorIssues(parameters),
			...ofHost,
			...ofId,
			...ofBody,
			...limitIssues(parameters),
			...ofSql,
		],
		hints,
		needs,
	};
}

/** The read of the SQL, if the service is known, and the issue with what it reads. */
function sqlOf(parameters: Parameters, { credential, facts = {} }: PlanContext): Partial<Plan> {
	if (emptyToUndefined(parameters.serviceId) === undefined) return {};
	const change = typeof facts['sql'] === 'string' ? changeIn(facts['sql']) : undefined;
	if (change !== undefined) {
		return { issues: [{ path: 'onlyReads', text: `must be off: the endpoint's SQL ${change}.` }] };
	}
	const { path, issues } = recordPath({ ...queryEndpointRecord, id: runEndpoint })(
		parameters,
		credential,
	);
	// The query itself needs no organization.
	const isNeeded = organizationOfKey.isNeeded(credential, asObject(parameters.options));
	const isOpen = ({ path: place }: { path: string }) => place === organizationOfKey.issuePath;
	if (issues.some(isOpen) && !isNeeded) return {};
	return {
		issues: issues.filter((issue) => issue.path !== 'queryEndpointId'),
		needs: [
			{
				fact: 'sql',
				purpose: 'The SQL shows whether the query only reads.',
				request: { method: 'GET', path },
				factIn: (payload) => ({ value: asObject(payload)['sql'] ?? null }),
				// Many keys may run a query and not read its SQL.
				factOfFailure: () => null,
			},
		],
	};
}
