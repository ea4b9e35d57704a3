import { z } from 'zod';
import { NEVER_EMPTY, locatorField } from '../../engine/parameters/properties';
import { phrase, quoteName } from '../../engine/phrase';
import { changesText } from '../../engine/summary/sentences';
import { choice, describeFields, field, jsonObject, text } from '../../engine/body/fields';
import { namedValues } from '../../engine/body/rowLists';
import { RESEND } from '../../engine/errors/nodeErrors';
import { asObject, emptyToUndefined } from '../../engine/parameters/values';
import { objectBody } from '../../engine/request';
import type { ChangeOperation, ParameterValues, Plan, PlanContext } from '../../engine/operation';
import { readItemOptions, readLimits } from '../../engine/options/requestOptions';
import type { ListedOperation } from '../../engine/resource';
import {
	CREDENTIAL_ORGANIZATION,
	organizationOptions,
	serviceIdLocator,
} from '../../clickhouseCloud/identifiers';
import { queryHost } from '../../clickhouseCloud/queryHost';
import { queryReader } from '../../clickhouseCloud/queryReader';
import { queryEndpointRecord, runEndpoint } from '../../clickhouseCloud/records';
import { writingStatementIn } from '../../features/query/sql';
import { wholeBodyFields } from '../../features/record/bodyFields';
import { optionalNeed } from '../../features/record/needs';
import { planInSteps } from '../../features/record/steps';
import { wantedCount, limitIssues, limitFields } from '../../features/limit';

const nameField = field(
	'Name',
	locatorField('Name', 'name', 'searchQueryParameters', undefined, { nameExample: 'day' }),
	z.string(),
	{ description: "Parameter name, as in the SQL's braces. The list requires Service." },
);

const runDescription = describeFields('', {
	queryInput: choice(
		'Define Parameters',
		{ fields: 'By Fields', json: 'By JSON' },
		{ selects: true },
	),
	queryParameters: namedValues(
		'Parameters',
		'Parameter',
		{ name: nameField, value: text('Value', { placeholder: 'e.g. 2026-05-31' }) },
		{ when: { queryInput: ['fields'] }, schema: z.record(z.unknown()) },
	),
	queryJson: jsonObject('Parameters (JSON)', {
		when: { queryInput: ['json'] },
		typeOptions: NEVER_EMPTY,
		placeholder: 'e.g. { "day": "2026-05-31" }',
		description: 'Parameter values, by name',
	}),
	// Not an expression, because n8n would take its text for a choice and hide the options, Dry Run among them.
	onlyReads: field(
		'Query Only Reads',
		{ type: 'boolean', default: false, noDataExpression: true },
		z.boolean(),
		{
			description:
				'Whether the query only reads data, so that the node can resend it and run several items in parallel. If the key can read the SQL, the node rejects statements that can change data.',
		},
	),
});

const runFields = wholeBodyFields(runDescription);

const ROLES =
	"The key must be one of the endpoint's API keys. It needs at least the Member role in the organization, and a service role with Query Endpoints. If the key only works from certain IP addresses, add n8n's address to them.";
const CHECK_PARAMETERS =
	"If the message names a substitution, add a parameter with this name to Parameters. Otherwise, check the values there and the endpoint's SQL. Then retry.";

export const runQuery: ListedOperation<ChangeOperation> = {
	kind: 'change',
	name: 'Run',
	description: 'Run a query endpoint and output its rows as items',
	action: 'Run query endpoint',
	properties: [
		{
			...serviceIdLocator,
			description: 'Needed for the lists of endpoints and parameters, and for Query Only Reads',
		},
		runEndpoint.field,
		...runFields.properties,
		...limitFields,
		organizationOptions({ reads: 'sometimes' }),
	],
	unknownOutcome: [
		'The query may have run',
		`Check the data that the query changes. If the change is missing, or the query only reads, ${RESEND}.`,
	],
	texts: {
		advice: {
			400: CHECK_PARAMETERS,
			401: ROLES,
			403: ROLES,
			404: 'Check the ID of the query endpoint.',
		},
		subjectOf: (_request, parameters) =>
			phrase`query endpoint ${quoteName(parameters['queryEndpointId'])}`,
		summarize: (request, parameters) => {
			const variables = changesText(asObject(objectBody(request)['queryVariables']));
			const values = variables === '' ? '' : phrase` with ${variables}`;
			return phrase`Run query endpoint ${quoteName(parameters['queryEndpointId'])}${values}`;
		},
	},
	output: { raw: true, isSuccessWithoutPayload: () => true },
	plan: planInSteps(planRun, [readOnlySql]),
};

function planRun(parameters: ParameterValues, context: PlanContext): Plan {
	const { onlyReads, options, queryEndpointId } = parameters;
	const { value: host, issues: hostIssues } = queryHost(context.credential);
	const { value: segment, issues: idIssues } = runEndpoint.segment(
		'queryEndpointId',
		queryEndpointId,
	);
	const { body, issues: bodyIssues } = runFields.buildBody(parameters, context);
	const { queryParameters, queryJson = {} } = body;
	const { limits: { timeout } = readLimits(options) } = context;
	const { fullResponse } = readItemOptions(options);
	return {
		request: {
			method: 'POST',
			path: `/run/${segment}?format=JSONEachRow&request_timeout=${String(timeout)}`,
			body: { queryVariables: queryParameters ?? queryJson },
			...(onlyReads === true && { onlyReads: true }),
			host,
			reader: queryReader(wantedCount(parameters), fullResponse),
		},
		issues: [...hostIssues, ...idIssues, ...bodyIssues, ...limitIssues(parameters)],
	};
}

const ENDPOINT = 'endpoint';

/** The SQL can be read only if the service is known. SQL that changes data is refused. */
function readOnlySql(
	_: Plan,
	parameters: ParameterValues,
	{ credential, facts }: PlanContext,
): Partial<Plan> {
	const { onlyReads, queryEndpointId, serviceId } = parameters;
	if (onlyReads !== true || emptyToUndefined(serviceId) === undefined) return {};
	const { sql } = asObject(facts[ENDPOINT]);
	const change = typeof sql === 'string' ? writingStatementIn(sql) : undefined;
	if (change !== undefined) {
		return {
			issues: [{ path: 'onlyReads', text: `must be off, because the endpoint's SQL ${change}.` }],
		};
	}
	const { value: path, issues } = queryEndpointRecord.collection(parameters, credential);
	// Running the query itself needs no organization.
	if (issues.some((issue) => issue.path === CREDENTIAL_ORGANIZATION)) return {};
	const { value: segment } = runEndpoint.segment('queryEndpointId', queryEndpointId);
	const why = 'The SQL shows whether it only reads.';
	return { issues, needs: [optionalNeed(ENDPOINT, `${path}/${segment}`, why)] };
}
