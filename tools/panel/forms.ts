import type {
	INodeParameters,
	INodeProperties,
	INodeTypeDescription,
	NodeParameterValueType,
} from 'n8n-workflow';

import { isJsonObject } from '../contract/json';
import { CLICKSTACK_IDS } from '../emulator';
import type { EmulatorIds } from '../emulator/state/ids';
import { CLOUD_IDS } from '../emulator/state/ids';
import { Random } from '../random';
import { ALL_CLICKSTACK_SAMPLES, MANAGED_SAMPLES } from '../samples/clickstackSamples';
import type { OperationSample } from '../samples/operationSamples';
import { OPERATION_SAMPLES } from '../samples/operationSamples';
import { covering } from './covering';
import { dialectsFor } from './dialects';
import { isOnlyUpdated } from './facts';
import { decidingNames, offered, Panel } from './panel';
import { validValue } from './values';

/** Other fields depend on these fields' values. */
export type Choices = Readonly<Record<string, string | number | boolean>>;

export interface FilledForm {
	/** Named like the samples. */
	operation: string;
	parameters: INodeParameters;
	choices: Choices;
	/** True if all optional fields are filled in. */
	everything: boolean;
	/** True if the source credential's selector is shown. */
	withSource: boolean;
}

/** `everything` adds all optional fields. */
interface Plan {
	chosen: Choices;
	everything: boolean;
}

/**
 * Fills the form often enough to cover every pair of choices that an API accepts together. Pairs include minimal and
 * complete forms. `seed` makes all values repeatable.
 */
export function walkForms(
	description: INodeTypeDescription,
	seed: number,
	ids: EmulatorIds = CLOUD_IDS,
): FilledForm[] {
	const panel = new Panel(description);
	const random = new Random(seed);
	const byOperation = new Map<string, Plan[]>();
	for (const chosen of combinations(panel, new Map(), {})) {
		const name = operationOf(chosen);
		const both = [false, true].map((everything) => ({ chosen, everything }));
		byOperation.set(name, [...(byOperation.get(name) ?? []), ...both]);
	}
	return [...byOperation.values()]
		.flatMap((plans) => covering(plans, pairsOf))
		.map((plan) => new Filler(panel, random, ids, plan).form());
}

function operationOf({ resource = '', operation = '' }: Choices): string {
	return `${String(resource)} ${String(operation)}`;
}

/** Each API has pairs of its own, if it accepts the form. */
function pairsOf({ chosen, everything }: Plan): string[] {
	const values = Object.entries({ ...chosen, everything }).map((entry) => JSON.stringify(entry));
	const pairs = values.flatMap((value, index) =>
		values.slice(index).map((other) => `${value} ${other}`),
	);
	// Only a complete form contains the tenant for Azure infrastructure.
	const tenant = everything ? { tenantId: '', servicePrincipalClientId: '' } : {};
	const dialects = dialectsFor({ ...chosen, ...tenant });
	return dialects.flatMap((dialect) => pairs.map((pair) => `${dialect} ${pair}`));
}

/** No other choice depends on these, so each form tries a single value instead of adding a form per value. */
const INDEPENDENT: ReadonlySet<string> = new Set([
	'columnsInput',
	'destinationManagedTable',
	'kafkaOffsetStrategy',
	'output',
]);

/** `turns` counts how often each independent choice was used. */
function combinations(panel: Panel, turns: Map<string, number>, chosen: Choices): Choices[] {
	const open = panel.openChoice(chosen);
	if (open === undefined) return [chosen];
	const { name } = open;
	const values = offered(open);
	const turn = turns.get(name) ?? 0;
	turns.set(name, turn + 1);
	const inTurn = values.filter((_, index) => index === turn % values.length);
	const tried = INDEPENDENT.has(name) ? inTurn : values;
	return tried.flatMap((value) => combinations(panel, turns, { ...chosen, [name]: value }));
}

/** This number can't be sent together with the minimum and maximum of replicas. */
const TOGETHER_WITH_NONE = 'numReplicas';
/** These charts show a single value. */
const SINGLE_SELECT: ReadonlySet<unknown> = new Set(['number', 'pie', 'bar']);
/** Infrastructure has either a range for a new network, or an existing network. */
const OWN_NETWORK: ReadonlySet<string> = new Set(['vpcId', 'privateSubnetIds', 'publicSubnetIds']);

class Filler {
	private readonly texts: Readonly<Record<string, string>>;
	/** Only ClickStack can merge or be managed, so a dashboard's update by the neutral contract is different. */
	private readonly isNeutralUpdate: boolean;

	constructor(
		private readonly panel: Panel,
		private readonly random: Random,
		private readonly ids: EmulatorIds,
		private readonly plan: Plan,
	) {
		const { authentication } = plan.chosen;
		this.isNeutralUpdate = isOnlyUpdated(plan.chosen);
		const isOfDashboards = panel.description.name === 'cloudDashboard';
		this.texts = { ...textsFor(plan.chosen, ids), ...echoFor(authentication, isOfDashboards) };
	}

	form(): FilledForm {
		const { chosen, everything } = this.plan;
		const filled: INodeParameters = { ...chosen };
		for (const field of this.panel.opened(chosen).fields) {
			if (field.name in chosen || ['notice', 'hidden'].includes(field.type)) continue;
			const value = this.valueOf(field, everything);
			if (value !== undefined) filled[field.name] = value;
		}
		const parameters = this.completed(filled);
		return {
			operation: operationOf(chosen),
			parameters,
			choices: chosen,
			everything,
			withSource: this.panel.showsCredential('cloudPipeSourceApi', parameters),
		};
	}

	/** The form has fields for both kinds of network, but only one kind can be sent. */
	private completed(parameters: INodeParameters): INodeParameters {
		const { additionalFields, select, chart, vpcCidrRange } = parameters;
		const others = Object.entries(additionalFields ?? {}).filter(
			([name]) => !OWN_NETWORK.has(name),
		);
		return {
			...parameters,
			...(SINGLE_SELECT.has(chart) && { select: firstRow(select) }),
			...(vpcCidrRange !== undefined && { additionalFields: Object.fromEntries(others) }),
		};
	}

	/** Undefined if the form omits the field. */
	private valueOf(field: INodeProperties, everything: boolean): NodeParameterValueType | undefined {
		const { name, type, required } = field;
		if (name === 'options') {
			// In a minimal form, a dashboard has no tiles.
			const mayBeEmpty = field.options?.some((option) => option.name === 'allowEmpty') === true;
			return mayBeEmpty && !everything ? { allowEmpty: true } : undefined;
		}
		if (name === TOGETHER_WITH_NONE) return undefined;
		if (type === 'collection') return this.collectionOf(field, everything);
		if (type === 'fixedCollection') {
			return everything || required === true ? this.rowsOf(field) : undefined;
		}
		if (!everything && isOptionalText(field)) return undefined;
		return validValue(field, this.random, this.ids, this.texts);
	}

	private collectionOf(field: INodeProperties, everything: boolean): INodeParameters | undefined {
		// An update needs a change, and a new person a role, so these fields must not be empty.
		if (!everything && !['additionalFields', 'updateFields'].includes(field.name)) return undefined;
		const members = (field.options ?? [])
			.filter((option) => 'type' in option)
			.filter((member) => this.panel.isShown(member, {}, this.plan.chosen))
			// Roles assigned by ID replace the role.
			.filter(({ name }) => everything || name !== 'assignedRoleIds')
			.filter(({ name }) => name !== TOGETHER_WITH_NONE);
		return Object.fromEntries(
			members.map((member) => [member.name, this.valueOf(member, true) ?? '']),
		);
	}

	/** If fields in a row depend on another field, each of its values gets a row. */
	private rowsOf({ options = [], typeOptions = {} }: INodeProperties): INodeParameters | undefined {
		const [group] = options;
		if (group === undefined || !('values' in group)) return undefined;
		const fields = group.values.filter(({ type }) => type !== 'notice');
		const names = decidingNames(fields);
		const decider = fields.find(({ name }) => names.has(name));
		const chosen = decider && offered(decider).map((value) => ({ [decider.name]: value }));
		const rows = (chosen ?? [{}]).map((own) => this.row(fields, own));
		// Two rows can't have the same record's ID.
		const hasId = fields.some(({ name }) => name === 'id');
		const different = rows.map((row, index) => (hasId && index > 0 ? { ...row, id: '' } : row));
		const values = different.slice(0, typeOptions.maxAllowedFields);
		return { values: typeOptions.multipleValues === true ? values : (values[0] ?? {}) };
	}

	private row(fields: readonly INodeProperties[], chosen: INodeParameters): INodeParameters {
		const row = { ...chosen };
		for (const field of fields) {
			if (field.name in chosen || !this.panel.isShown(field, row, this.plan.chosen)) continue;
			// A series of the neutral contract has a data source instead of a source.
			const isOfClickStack = field.name === 'sourceId' && 'type' in chosen;
			if (isOfClickStack && this.isNeutralUpdate) continue;
			const value = this.valueOf(field, true);
			if (value !== undefined) row[field.name] = value;
		}
		// These charts take only one value, and all series of a tile need the same type.
		if (SINGLE_SELECT.has(row['chart'])) row['select'] = firstRow(row['select']);
		if (row['series'] !== undefined && !this.isNeutralUpdate) {
			row['series'] = firstRow(row['series']);
		}
		return row;
	}
}

const ORGANIZATION = '/v1/organizations/{organizationId}';

/** Every emulator handles this path. The response repeats the method. */
function echoFor(authentication: unknown, isOfDashboards: boolean): Record<string, string> {
	if (authentication === 'cloudApiKey') {
		const path = `${ORGANIZATION}/services/{serviceId}/clickstack/echo`;
		return { path, valuePath: 'result.method' };
	}
	return isOfDashboards
		? { path: '/api/v2/echo', valuePath: 'data.method' }
		: { path: `${ORGANIZATION}/echo`, valuePath: 'result.method' };
}

function samplesFor(chosen: Choices): Readonly<Record<string, OperationSample>> {
	const { authentication, updateMode } = chosen;
	if (authentication === 'cloudApiKey') return MANAGED_SAMPLES;
	return updateMode === 'merge' ? ALL_CLICKSTACK_SAMPLES : OPERATION_SAMPLES;
}

/** The operation's sample has a record that the form can change. */
function textsFor(chosen: Choices, ids: EmulatorIds): Record<string, string> {
	const { sourceKind = '' } = chosen;
	const ofSource = Object.entries(ids).find(([name]) => name === `${String(sourceKind)}PipeId`);
	const sample = samplesFor(chosen)[operationOf(chosen)];
	const own = Object.entries(sample?.parameters(ids) ?? {}).flatMap(([name, id]) =>
		/Id$|^settingName$/.test(name) && typeof id === 'string' ? [[name, id] as const] : [],
	);
	const body = sample?.body?.(ids);
	const tiles = isJsonObject(body) ? body['tiles'] : [];
	// Only JSON can contain the neutral contract's data source.
	const json = isOnlyUpdated(chosen)
		? JSON.stringify(body).replace(/"sourceId":"\w+"/g, '"dataSource":"events"')
		: JSON.stringify(body);
	return {
		...ids,
		...CLICKSTACK_IDS,
		...Object.fromEntries(own),
		...(ofSource && { pipeId: ofSource[1] }),
		id: isOnlyUpdated(chosen) ? ids.tileId : CLICKSTACK_IDS.tileId,
		pipeJson: json,
		dashboardJson: json,
		tilesList: JSON.stringify(tiles),
	};
}

function firstRow(rows: NodeParameterValueType | undefined): NodeParameterValueType {
	const values: unknown = Object.values(rows ?? {})[0];
	return Array.isArray(values) ? { values: values.slice(0, 1) } : (rows ?? {});
}

/**
 * The plan requires these fields and n8n doesn't: an expression in Format shows them for every format, and a merge or
 * an update of everything works without them.
 */
const DEMANDED_BY_PLAN =
	/^(?:name|tilesList)$|SchemaRegistry(?:Url|Glue\w+)$|ProtobufSchema$|^(?:vpcEndpoint|vpcResource|mskCluster|gcpService)[A-Z]\w+$/;

function isOptionalText({ name, type, required }: INodeProperties): boolean {
	return type === 'string' && required !== true && !DEMANDED_BY_PLAN.test(name);
}
