import { operations as dashboards } from '../../../nodes/CloudDashboard/resources';
import type {
	Operation as NodeOperation,
	OperationTable,
	ParameterValues,
} from '../../../nodes/engine/operation';
import { issueSentence } from '../../../nodes/engine/issues/issueMessages';
import { type Api, findOperation, type Operation } from '../../../tools/contract';
import { isJsonObject, type JsonObject, listAt } from '../../../tools/contract/json';
import { queryValue } from '../../../tools/contract/validate';
import { CLOUD_IDS, SEEDED_IDS } from '../../../tools/emulator/state/ids';
import { DASHBOARD } from '../../../tools/engine/workflow';
import { plannedWithReads, sentPlan } from '../../../tools/panel/facts';
import { OPERATION_SAMPLES } from '../../../tools/samples/operationSamples';
import { TABLES } from '../../unit/management/context';
import { camelCased } from '../../../nodes/engine/parameters/properties';

/** The contract's operation receives the node operation's body or query. */
export interface Subject {
	name: string;
	api: Api;
	contract: Operation;
	/** A query is described as an object. */
	schema: unknown;
	plan: (content: JsonObject) => Planned;
	/** True if any key can be entered as JSON. Otherwise, only keys with a field can. */
	takesJson: boolean;
	/** Lists the labels of a key's fields. */
	labelsOf: (key: string) => string[];
}

/** The node plans this for a body or query. */
interface Planned {
	/** A sentence per issue. Without issues, the request is sent. */
	issues: string[];
	hints: string[];
	sent: unknown;
}

const DASHBOARDS: OperationTable = dashboards;

/** The contract doesn't say which secrets a method requires, so there's one of every kind. */
const SECRETS = {
	username: 'u',
	password: 'p',
	accessKeyId: 'a',
	secretKey: 's',
	connectionString: 'c',
	certificate: 'c',
	privateKey: 'k',
	schemaRegistryLogin: true,
	schemaRegistryUsername: 'u',
	schemaRegistryPassword: 'p',
	serviceAccountKey: 'e30=',
};

const APIS: ReadonlyArray<readonly [Api, string]> = [
	['management', 'standard'],
	['clickhouseCloud', 'clickhouseCloud'],
	['dashboard', 'standard'],
	['clickstack', 'standard'],
];

/** Matches the start of a path in managed ClickStack. */
const MANAGED = /^\/v1\/.*\/clickstack(?=\/)/;

/** These fields have other names than the keys they fill. */
const FORMS: Readonly<Record<string, (content: JsonObject) => ParameterValues>> = {
	'chart query': (content) => {
		const [first] = listAt(content, 'series');
		const { groupBy } = isJsonObject(first) ? first : {};
		return { ...content, period: 'custom', groupBy };
	},
	'event search': (content) => ({ ...content, period: 'custom', limit: 50 }),
	'serviceSetting update': ({ settings }) => {
		const [[settingName, value] = []] = Object.entries(isJsonObject(settings) ? settings : {});
		return { settingName, value };
	},
	'usageCost get': ({ from_date: fromDate, to_date: toDate }) => ({ fromDate, toDate }),
};

/** The form sends an empty table for metrics, so only its own field sets a table. */
const BESIDES_JSON: Readonly<Record<string, (content: JsonObject) => ParameterValues>> = {
	'source create': ({ from }) => (isJsonObject(from) ? { fromTableName: from['tableName'] } : {}),
};

/** Undefined if the operation takes no JSON. */
function jsonOf({ properties }: NodeOperation, body: JsonObject): ParameterValues | undefined {
	const names = properties.map(({ name }) => name);
	if (names.includes('pipeJson')) return { pipeInput: 'json', pipeJson: body };
	if (names.includes('dashboardJson'))
		return { updateMode: 'replace', dashboardInput: 'json', dashboardJson: body };
	const box = properties.find(({ options = [] }) =>
		options.some(({ name }) => name === 'additionalMembers'),
	);
	return box && { [box.name]: { additionalMembers: body } };
}

/** Undefined if a form never changes the query. */
function querySchema({ parameters }: Operation): JsonObject | undefined {
	const described = parameters.filter(({ place, required }) => place === 'query' && required);
	if (described.length === 0) return undefined;
	return {
		type: 'object',
		required: described.map(({ name }) => name),
		properties: Object.fromEntries(described.map(({ name, schema }) => [name, schema])),
	};
}

function sentQuery({ api, parameters }: Operation, path: string): JsonObject {
	const query = new URLSearchParams(path.split('?')[1]);
	return Object.fromEntries(
		[...new Set(query.keys())].map((name) => {
			const { schema } = parameters.find((one) => one.name === name) ?? {};
			return [name, queryValue(api, schema, query.getAll(name))];
		}),
	);
}

/** Includes fields in collections and rows. */
function fieldsIn(value: unknown): Array<[name: string, label: string]> {
	if (Array.isArray(value)) return value.flatMap(fieldsIn);
	if (!isJsonObject(value)) return [];
	const { name, displayName, options, values } = value;
	return [[String(name), String(displayName)], ...fieldsIn(options), ...fieldsIn(values)];
}

function subjectOf(
	name: string,
	node: NodeOperation,
	sample: ParameterValues,
	[api, apiDialect]: (typeof APIS)[number],
): Subject[] {
	const { organizationId } = SEEDED_IDS;
	const context = {
		credential: { baseUrl: 'https://api.example.com', organizationId, apiDialect },
		startedAt: Date.parse('2026-05-31T12:00:00Z'),
		timezone: 'UTC',
		facts: {},
		extraCredential: SECRETS,
		extraCredentialName: 'Source',
	};
	const { method, path } = sentPlan(node, sample, context).request;
	const contract = findOperation(api, method, path.replace(MANAGED, '/api/v2'))?.operation;
	const schema = contract && (contract.bodySchema ?? querySchema(contract));
	if (contract === undefined || schema === undefined) return [];
	const ids = Object.entries(sample).filter(
		([key, id]) => key === 'authentication' || (typeof id === 'string' && path.includes(id)),
	);
	const toForm = FORMS[name] ?? ((content: JsonObject) => content);
	const labels = new Map<string, string[]>();
	for (const [field, label] of fieldsIn(node.properties)) {
		labels.set(field, [...(labels.get(field) ?? []), label]);
	}
	const [resource = '', operation = ''] = name.split(/[ ,]/);
	return [
		{
			name,
			api,
			contract,
			schema,
			takesJson: jsonOf(node, {}) !== undefined,
			labelsOf: (key) => labels.get(camelCased([key])) ?? [],
			plan: (content) => {
				const entered = jsonOf(node, content) ?? toForm(content);
				const { request, issues, hints } = plannedWithReads(
					node,
					{
						resource,
						operation,
						...Object.fromEntries(ids),
						...entered,
						...BESIDES_JSON[name]?.(content),
					},
					context,
				);
				return {
					issues: issues.map((issue) => `${issue.path}: ${issueSentence(node.properties, issue)}`),
					hints,
					sent:
						contract.bodySchema === undefined ? sentQuery(contract, request.path) : request.body,
				};
			},
		},
	];
}

/** An operation is a subject for every contract that describes its body or query. */
export function allSubjects(): Subject[] {
	return Object.entries(OPERATION_SAMPLES).flatMap(([name, sample]) => {
		const [resource = '', operation = ''] = name.split(/[ ,]/);
		const node = (sample.type === DASHBOARD ? DASHBOARDS : TABLES)[resource]?.[operation];
		if (node === undefined) return [];
		const title = `${resource} ${operation}`;
		return APIS.flatMap((api) => {
			const ids = api[1] === 'clickhouseCloud' ? CLOUD_IDS : SEEDED_IDS;
			return subjectOf(title, node, sample.parameters(ids), api);
		});
	});
}
