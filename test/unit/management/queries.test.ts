import {
	CLOUD,
	cloudIssues,
	operationOf,
	PIPE_ID,
	plannedSummary,
	planOf,
	cloudBody,
	sentences,
	SERVICE_ID,
} from './context';

const IDS = { queryEndpointId: PIPE_ID, savedQueryId: PIPE_ID };
const QUERY = { name: 'Orders', sql: 'SELECT 1', database: 'default' };
const ACCESS = {
	apiKeyIds: [SERVICE_ID],
	roles: ['reader'],
	allowedOrigins: ['https://a.example'],
};
const PARAMETERS = { parameters: { day: 1 } };

const RESOURCES = [
	{
		resource: 'savedQuery',
		title: 'saved query',
		field: 'currentQuery',
		needed: QUERY,
		current: { id: PIPE_ID, ...QUERY, ...PARAMETERS },
	},
	{
		resource: 'queryEndpoint',
		title: 'query endpoint',
		field: 'currentEndpoint',
		needed: { ...QUERY, ...ACCESS },
		current: {
			id: PIPE_ID,
			...QUERY,
			...ACCESS,
			...PARAMETERS,
			url: 'https://queries.example.com/run/x',
			ownerType: 'queryApiEndpoint',
		},
	},
];

describe('a new query endpoint', () => {
	it('shows an approver who gets access to which data', () => {
		const { apiKeyIds, roles } = ACCESS;
		expect(plannedSummary('queryEndpoint.create', { ...QUERY, apiKeyIds, roles })).toBe(
			`Create query endpoint Orders of service ${SERVICE_ID} with apiKeyIds (${SERVICE_ID}), roles (reader), database default, sql 'SELECT 1'`,
		);
	});
});

describe.each(RESOURCES)('an update of a $title, which replaces the whole', (given) => {
	const { resource, title, field, needed, current } = given;
	const update = `${resource}.update`;
	const whole = { ...needed, ...PARAMETERS };
	const updateWith = (updateFields: object, given: unknown = current) => ({
		...IDS,
		[field]: given,
		updateFields,
	});

	it.each([
		{ form: 'an object', given: current },
		{ form: 'text', given: JSON.stringify(current) },
		{ form: 'a full response', given: { status: 200, requestId: 'r', result: current } },
		{ form: 'the output of an update', given: { ...current, summary: 'Replaced' } },
	])('keeps values that are not entered, from $form', ({ given }) => {
		const changed = { sql: 'SELECT 2' };
		expect(cloudBody(update, updateWith(changed, given))).toEqual({ ...whole, ...changed });
	});

	it("needs all values if there's no current one", () => {
		const plan = planOf(update, updateWith({ sql: 'SELECT 2' }, ''), CLOUD);
		expect(sentences(plan.issues, operationOf(update))).toEqual([
			expect.stringMatching(
				/^Current (?:Query|Endpoint) is needed to keep Name, Database.*: the update/,
			),
		]);
		expect(cloudBody(update, updateWith(needed, ''))).toEqual(needed);
	});

	it.each([
		{ what: 'no change', given: current, updateFields: {}, issue: 'updateFields nothingToUpdate' },
		{ what: 'no record', given: '', updateFields: {}, issue: 'updateFields nothingToUpdate' },
		{ what: 'another record', given: { ...current, id: 'x' }, issue: `${field} otherCurrent` },
		{ what: 'an empty record', given: '{}', issue: `${field} noCurrentId` },
		{ what: 'no JSON', given: '{', issue: `${field} jsonInvalid` },
		{
			what: 'the row of a list',
			given: { ...current, sql: undefined },
			updateFields: { name: 'a' },
			issue: `${field} partialCurrent`,
		},
	])('refuses $what', ({ given, updateFields = {}, issue }) => {
		expect(cloudIssues(update, updateWith(updateFields, given))).toEqual([issue]);
	});

	it("shows an approver the changes, and the losses if there's no current one", () => {
		const summary = (updateFields: object, given?: unknown) =>
			plannedSummary(update, updateWith(updateFields, given));
		const start = `Replace ${title} ${PIPE_ID} of service ${SERVICE_ID}:`;
		expect(summary({ database: 'shop' }, current)).toBe(`${start} database shop`);
		expect(summary({ database: 'default' }, current)).toBe(`${start} no change`);
		expect(summary(needed, '')).toContain(`${start} clears any parameters; `);
	});
});
