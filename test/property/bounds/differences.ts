import type { Finding } from './judge';

/** A finding is known if it matches all properties. */
export interface Difference {
	found: ReadonlyArray<Finding['found']>;
	operation: RegExp;
	place?: RegExp;
	value?: unknown;
	/** Matches the text of the contract or of the node. */
	says?: RegExp;
	/** Rules that suggest the values. Each must occur, and other rules aren't excused. */
	rules: ReadonlyArray<Finding['rule']>;
	because: string;
}

const PIPE = /^pipe (?:create|discoverSchema)$/;
const SENT = ['sent', 'hinted'] as const;
const OF_ANY_VALUE: readonly string[] = [
	'left out',
	'required',
	'type',
	'text',
	'number',
	'items',
	'const',
	'enum',
	'pattern',
	'maxLength',
	'minimum',
	'maxItems',
];

export const DIFFERENCES: readonly Difference[] = [
	{
		found: SENT,
		operation: /./,
		value: null,
		rules: ['type'],
		because: 'By JSON, the API decides about null, unless the operation lists its nullable keys',
	},
	{
		found: ['refused', 'unnamed'],
		operation: / (?:scale|update\w*)$/,
		says: /so nothing would change|changes nothing\./,
		rules: ['valid', 'left out', 'type'],
		because: 'An update that changes nothing is refused as a whole',
	},
	{
		found: ['refused'],
		operation: /^(?:invitation create|member update)$/,
		says: /Role is empty/,
		rules: ['left out', 'type'],
		because: 'A role must be chosen: nobody invites without one on purpose',
	},
	{
		found: ['refused'],
		operation: /^alert (?:create|update)$/,
		says: /so it isn't a tile's ID/,
		rules: ['valid'],
		because: "The contract's tile IDs are any text, but a text with a space is a tile's name",
	},

	{
		found: ['refused'],
		operation: /^pipe/,
		place:
			/\.(?:sourceField|destinationField|source\w+|targetTable|reversePrivateEndpointIds\.\[\])$/,
		value: '',
		rules: ['text'],
		because: 'An empty name or ID is nothing',
	},
	{
		found: ['refused'],
		operation: /^pipe update$/,
		says: /like an earlier column/,
		rules: ['valid'],
		because: 'Two columns of a table never have one name; the contract says so only for new pipes',
	},
	{
		found: ['refused'],
		operation: PIPE,
		place: /offset\.timestamp$/,
		value: '2026-02-30T14:30',
		rules: ['pattern'],
		because: "The pattern of Kafka's offset can't count the days of a month",
	},
	{
		found: ['hinted'],
		operation: /^pipe create$/,
		place: /^scaling\.replicas$|max_insert_bytes$/,
		rules: ['number', 'minimum', 'maximum'],
		because: 'The neutral contract leaves it open, so another service may accept it',
	},
	{
		found: ['sent'],
		operation: /^pipe create$/,
		place: /^name$|\.engine\.type$|^source\.(?:bigquery\.projectId|objectStorage\.url)$/,
		rules: ['type', 'text'],
		because: 'The neutral contract leaves it open, or an empty field is nothing',
	},
	{
		found: SENT,
		operation: /^pipe create$/,
		place: /^source\.postgres\./,
		rules: ['left out', 'type', 'text', 'number', 'items', 'enum', 'minimum'],
		because: 'The neutral contract leaves it open, so another service may accept it',
	},
	{
		found: ['hinted'],
		operation: /^pipe create$/,
		place: /\.(?:excludedColumns|sortingKeys)$/,
		rules: ['items'],
		because: 'A column that is listed twice is no doubt one: a hint is enough',
	},
	{
		found: SENT,
		operation: PIPE,
		place: /^source\.(?:kafka|mysql)\.credentials/,
		rules: ['left out', 'type', 'text'],
		because:
			'The neutral contract leaves the shape of the credentials open, and methods may be added',
	},
	{
		found: ['changed'],
		operation: PIPE,
		place: /^source\.kafka\.credentials/,
		value: null,
		rules: ['type'],
		because: 'The selected credential fills in what is null',
	},
	{
		found: ['refused'],
		operation: /^pipe update$/,
		says: /must cover every column/,
		rules: ['valid'],
		because: 'Columns without a mapping stay empty; the contract says so only for new pipes',
	},
	{
		found: SENT,
		operation: /^pipe updateSettings$/,
		place: /^object_storage_max_insert_bytes$/,
		rules: ['type', 'minimum', 'maximum'],
		because: 'The bounds are those of the neutral contract, which are wider',
	},
	{
		found: SENT,
		operation: /^pipe update$/,
		place: /^(?:settings|source\.(?!\w+\.tableMappings|\w+\.host)|fieldMappings$)/,
		rules: ['type', 'number', 'minimum', 'maximum', 'properties'],
		because: 'The node checks the keys of its form; the API ignores or checks the others',
	},
	{
		found: ['refused'],
		operation: /^(?:pipe|reversePrivateEndpoint) /,
		place:
			/\.(?:brokers|topics|sortingKey\.\[\]|host|tlsHost|iamRole|glueRoleArn|uri|url)$|^(?:mskCluster|vpcResourceShare)Arn$/,
		says: /turn on Allow Unusual Values in the options/,
		rules: ['type', 'text', 'pattern', 'minLength'],
		because:
			'The contract has any text there, but only one looks like a host, a topic, a column, a URL or an ARN',
	},
	{
		found: ['changed'],
		operation: /^pipe discoverSchema$/,
		place: /^novel$/,
		rules: ['novel'],
		because: 'Only the source is taken from the definition of a pipe',
	},

	// The form lacks fields for these keys, so they can only be entered as JSON.
	{
		found: ['hinted'],
		operation: /^(?:apiKey create|byocInfrastructure validate)$/,
		place: /^(?:keyId|keySecret|displayName)$/,
		rules: ['properties'],
		because:
			'A key of the response is sent like any other that the node does not know, with a hint',
	},
	{
		found: SENT,
		operation: /^apiKey update$/,
		place: /^roles/,
		rules: ['type', 'text', 'items', 'enum'],
		because: 'The key is deprecated, so the node does not know it',
	},
	{
		found: ['refused'],
		operation: /^byocInfrastructure /,
		place: /^displayName$/,
		value: '',
		rules: ['text'],
		because: 'An empty name is nothing',
	},

	// Only ClickStack differs here.
	{
		found: SENT,
		operation: /^dashboard /,
		rules: [...OF_ANY_VALUE, 'novel', 'maximum', 'minItems', 'properties'],
		because: 'What a dashboard contains is for ClickStack to judge: Dashboard → Validate asks it',
	},
	{
		found: ['refused'],
		operation: /^dashboard /,
		says: /"(?:name|tiles)" (?:is missing|is empty|must be)|the ID of an earlier tile|\.id" is empty|must be an object/,
		rules: ['left out', 'type', 'text'],
		because: 'Without a name and tiles, an update would empty the dashboard; IDs name one tile',
	},
	{
		found: ['refused'],
		operation: /^dashboard update$/,
		says: /every tile would be deleted/,
		rules: ['valid'],
		because: 'Deleting every tile needs Allow Empty Dashboard',
	},
	{
		found: ['changed'],
		operation: /^dashboard create$/,
		rules: ['valid'],
		because: 'The tiles of a new dashboard get new IDs',
	},
	{
		found: ['unnamed'],
		operation: /^alert /,
		says: /Webhook Names or IDs has too many entries/,
		rules: ['maxItems'],
		because: 'The form fills the channels from its webhooks',
	},
	{
		found: ['refused', 'unnamed'],
		operation: /^alert /,
		says: /(?:Dashboard|Saved Search|"(?:dashboardId|savedSearchId)") isn't an ID/,
		rules: ['type', 'text'],
		because: 'An ID that another kind of alert uses is checked as well',
	},
	{
		found: ['refused'],
		operation: /^alert update$/,
		says: /^thresholdMax: "thresholdMax" can't be cleared: the API keeps it[^:]*$/,
		rules: ['valid', 'type'],
		because: "A ClickStack of one's own refuses null; the contract allows managed ClickStack's",
	},
	{
		found: ['changed'],
		operation: /^alert update$/,
		says: /"scheduleOffsetMinutes":0\b.*\} scheduleOffsetMinutes$/,
		rules: ['valid', 'type'],
		because: "A ClickStack of one's own refuses null: 0 clears an offset in both",
	},
	{
		found: ['changed'],
		operation: /^dashboard update$/,
		place: /^tags$/,
		value: null,
		rules: ['type'],
		because: 'Null clears the tags, as an empty list does',
	},
	{
		found: ['refused'],
		operation: /^(?:chart query|event search)$/,
		says: /Start Time (?:must be before|is empty)/,
		rules: ['left out', 'format', 'minimum'],
		because: 'A period begins before it ends',
	},
	{
		found: ['refused'],
		operation: /^(?:chart query|event search)$/,
		says: /(?:Start|End) Time isn't a date and time/,
		rules: ['number'],
		because: 'Milliseconds past the year 9999 are microseconds or a mistake',
	},
	{
		found: ['sent'],
		operation: /^chart query$/,
		place: /^startTime$|\.(?:aggFn|metricDataType|whereLanguage)$/,
		rules: ['type', 'text', 'number', 'enum', 'minimum'],
		because: 'A query changes nothing, so ClickStack may judge its times and choices',
	},
	{
		found: SENT,
		operation: /^alert /,
		place: /^(?:channels?|chartConfig|schedule|name|displayName|message|note|groupBy|tags|numC)/,
		rules: [...OF_ANY_VALUE, 'format'],
		because: 'The node checks the JSON of an alert only where a rule needs it',
	},
	{
		found: SENT,
		operation: /^(?:source|webhook) /,
		place: /^(?:metricTables|durationP|\w+SourceId$|service$|url$)|^(?!timestampV)\w+Expression$/,
		rules: ['type', 'number', 'enum', 'format', 'minimum', 'maximum'],
		because: 'The node checks the keys of its form, and which keys a kind of source needs',
	},
	{
		found: SENT,
		operation: /^(?:savedSearch|source) /,
		place: /^(?:filters|querySettings)/,
		rules: ['left out', 'required', 'type', 'text', 'items', 'enum', 'maxLength', 'maxItems'],
		because: 'What these lists of JSON contain is for ClickStack to judge',
	},
];

export function includes(
	{ found, operation, place = /(?:)/, says = /(?:)/, rules, ...rest }: Difference,
	finding: Finding,
): boolean {
	return (
		found.includes(finding.found) &&
		rules.includes(finding.rule) &&
		operation.test(finding.operation) &&
		place.test(finding.place) &&
		says.test(finding.details.join(' ')) &&
		(!('value' in rest) || rest.value === finding.value)
	);
}
