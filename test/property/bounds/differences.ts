import type { Finding } from './judge';

/** A class of known differences between the nodes and the contracts; all that it defines must match. */
interface Difference {
	found: ReadonlyArray<Finding['found']>;
	operation: RegExp;
	place?: RegExp;
	value?: unknown;
	/** What the contract or the node says. */
	says?: RegExp;
	because: string;
}

const PIPE = /^pipe (?:create|discoverSchema)$/;
const SENT = ['sent', 'hinted'] as const;

export const DIFFERENCES: readonly Difference[] = [
	{
		found: SENT,
		operation: /./,
		value: null,
		because: 'By JSON, the API decides about null, unless the operation lists its nullable keys',
	},
	{
		found: ['refused', 'unnamed'],
		operation: / (?:scale|update\w*)$/,
		says: /so nothing would change|to keep .* the update replaces everything/,
		because: 'An update that changes nothing, or would lose something, is refused as a whole',
	},
	{
		found: ['refused'],
		operation: /^(?:invitation create|member update)$/,
		says: /Role is empty/,
		because: 'A role must be chosen: nobody invites without one on purpose',
	},

	// Pipes.
	{
		found: ['refused'],
		operation: /^pipe/,
		place:
			/\.(?:sourceField|destinationField|source\w+|targetTable|reversePrivateEndpointIds\.\[\])$/,
		value: '',
		because: 'An empty name or ID is nothing',
	},
	{
		found: ['refused'],
		operation: /^pipe update$/,
		says: /like an earlier column/,
		because: 'Two columns of a table never have one name; the contract says so only for new pipes',
	},
	{
		found: ['refused'],
		operation: PIPE,
		place: /offset\.timestamp$/,
		value: '2026-02-30T14:30',
		because: "The pattern of Kafka's offset can't count the days of a month",
	},
	{
		found: ['hinted'],
		operation: /^pipe create$/,
		place: /^(?:scaling\.replicas|destination\.tableDefinition\.engine\.type)$|max_insert_bytes$/,
		because: 'The neutral contract leaves it open, so another service may accept it',
	},
	{
		found: ['sent'],
		operation: /^pipe create$/,
		place: /^name$|\.engine\.type$|^source\.(?:bigquery\.projectId|objectStorage\.url)$/,
		because: 'The neutral contract leaves it open, or an empty field is nothing',
	},
	{
		found: SENT,
		operation: /^pipe create$/,
		place: /^source\.postgres\./,
		because: 'The neutral contract leaves it open, so another service may accept it',
	},
	{
		found: ['hinted'],
		operation: /^pipe create$/,
		place: /\.(?:excludedColumns|sortingKeys)$/,
		because: 'A column that is listed twice is no doubt one: a hint is enough',
	},
	{
		found: SENT,
		operation: PIPE,
		place: /^source\.(?:kafka|mysql)\.credentials/,
		because:
			'The neutral contract leaves the shape of the credentials open, and methods may be added',
	},
	{
		found: ['changed'],
		operation: PIPE,
		place: /^source\.kafka\.credentials/,
		value: null,
		because: 'The selected credential fills in what is null',
	},
	{
		found: ['refused'],
		operation: /^pipe update$/,
		says: /must cover every column/,
		because: 'Columns without a mapping stay empty; the contract says so only for new pipes',
	},
	{
		found: SENT,
		operation: /^pipe updateSettings$/,
		place: /^object_storage_max_insert_bytes$/,
		because: 'The bounds are those of the neutral contract, which are wider',
	},
	{
		found: SENT,
		operation: /^pipe update$/,
		place: /^(?:settings|source\.(?!\w+\.tableMappings|\w+\.host)|fieldMappings$)/,
		because: 'The node checks the keys of its form; the API ignores or checks the others',
	},
	{
		found: ['changed'],
		operation: /^pipe discoverSchema$/,
		place: /^novel$/,
		because: 'Only the source is taken from the definition of a pipe',
	},

	// Other keys that are entered only as JSON.
	{
		found: ['sent'],
		operation: /^(?:apiKey create|byocInfrastructure validate)$/,
		place: /^(?:keyId|keySecret|displayName)$/,
		because: 'A key of the response is sent like any other that the node does not know',
	},
	{
		found: SENT,
		operation: /^apiKey update$/,
		place: /^roles/,
		because: 'The key is deprecated, so the node does not know it',
	},
	{
		found: ['refused'],
		operation: /^byocInfrastructure /,
		place: /^displayName$/,
		value: '',
		because: 'An empty name is nothing',
	},

	// ClickStack.
	{
		found: SENT,
		operation: /^dashboard /,
		because: 'What a dashboard contains is for ClickStack to judge: Dashboard → Validate asks it',
	},
	{
		found: ['refused'],
		operation: /^dashboard /,
		says: /"(?:name|tiles)" (?:is missing|is empty|must be)|the ID of an earlier tile|\.id" is empty|must be an object/,
		because: 'Without a name and tiles, an update would empty the dashboard; IDs name one tile',
	},
	{
		found: ['changed'],
		operation: /^dashboard create$/,
		because: 'The tiles of a new dashboard get new IDs',
	},
	{
		found: ['refused', 'unnamed'],
		operation: /^alert /,
		says: /(?:Dashboard|Saved Search) isn't an ID|Webhook Names or IDs is empty/,
		because: 'An ID that another kind of alert uses is checked as well; a channel is a webhook',
	},
	{
		found: ['refused'],
		operation: /^(?:chart query|event search)$/,
		says: /Start Time (?:must be before|is empty)/,
		because: 'A period begins before it ends',
	},
	{
		found: ['sent'],
		operation: /^chart query$/,
		place: /^startTime$|\.(?:aggFn|metricDataType|whereLanguage)$/,
		because: 'A query changes nothing, so ClickStack may judge its times and choices',
	},
	{
		found: SENT,
		operation: /^alert /,
		place: /^(?:channels?|chartConfig|schedule|name|displayName|message|note|groupBy|tags|numC)/,
		because: 'The node checks the JSON of an alert only where a rule needs it',
	},
	{
		found: SENT,
		operation: /^(?:savedSearch|source|webhook) /,
		place:
			/^(?:filters|querySettings|metricTables|durationP|\w+SourceId$|service$|url$)|^(?!timestampV)\w+Expression$/,
		because: 'The node checks the keys of its form; the others are for ClickStack to judge',
	},
];

/** Whether a class of differences includes a finding. */
export function includes(
	{ found, operation, place = /(?:)/, says = /(?:)/, ...rest }: Difference,
	finding: Finding,
): boolean {
	return (
		found.includes(finding.found) &&
		operation.test(finding.operation) &&
		place.test(finding.place) &&
		says.test(finding.details.join(' ')) &&
		(!('value' in rest) || rest.value === finding.value)
	);
}
