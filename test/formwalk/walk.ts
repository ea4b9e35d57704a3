import type {
	INodeParameters,
	INodeProperties,
	INodeTypeDescription,
	NodeParameterValueType,
} from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import type { EmulatorIds } from '../../tools/emulator/state/ids';
import type { Random } from '../../tools/random';
import { offered, validValue } from './values';

/** It is not sent together with the least and the most replicas. */
const TOGETHER_WITH_NONE = 'numReplicas';

/** The charts that have one value. */
const SINGLE_SELECT: ReadonlySet<unknown> = new Set(['number', 'pie', 'bar']);

/** Infrastructure has a range for a new network, or a network of its own. */
const OWN_NETWORK: ReadonlySet<string> = new Set(['vpcId', 'privateSubnetIds', 'publicSubnetIds']);

function withOneNetwork(parameters: INodeParameters): INodeParameters {
	const { vpcCidrRange, additionalFields } = parameters;
	if (vpcCidrRange === undefined) return parameters;
	const others = Object.entries(additionalFields ?? {}).filter(([name]) => !OWN_NETWORK.has(name));
	return { ...parameters, additionalFields: Object.fromEntries(others) };
}

/** A merge needs the dashboard, with the tile that a row changes. */
function withCurrentDashboard(parameters: INodeParameters, ids: EmulatorIds): INodeParameters {
	if (parameters.updateMode !== 'merge') return parameters;
	const current = currentDashboard(ids.dashboardId, ids.tileId, {
		series: [{ type: 'time', dataSource: 'events', aggFn: 'count', where: '', groupBy: [] }],
	});
	return { ...parameters, currentDashboard: current };
}

/** Returns a dashboard as Get outputs it, with one tile. */
export function currentDashboard(id: string, tileId: string, chart: INodeParameters): string {
	const tile = { id: tileId, name: 'Current', x: 0, y: 0, w: 1, h: 1, ...chart };
	return JSON.stringify({ id, name: 'Shop', tags: ['shop'], tiles: [tile] });
}

function firstRow(rows: NodeParameterValueType): NodeParameterValueType {
	const values: unknown = Object.values(rows ?? {})[0];
	return Array.isArray(values) ? { values: values.slice(0, 1) } : rows;
}

/** One way to fill the form: its parameters, and its difference from the others. */
export interface FilledForm {
	parameters: INodeParameters;
	choices: string;
	/** Whether the selector of the source's credential is shown. */
	sourceShown: boolean;
}

/**
 * Walks every reachable combination of the fields that others depend on, and fills each twice: once with nothing
 * optional added, once with every field of every group.
 */
export function walkForms(
	description: INodeTypeDescription,
	random: Random,
	ids: EmulatorIds,
): FilledForm[] {
	const form = new Form(description, random, ids);
	return form.combinations({}).flatMap((choices) => {
		const fields = form.shown(choices);
		return [form.filled(choices, fields, false), form.filled(choices, fields, true)];
	});
}

/** Choices that no earlier choice depends on: each form makes one, not each of them. */
const INDEPENDENT: ReadonlySet<string> = new Set([
	'columnsInput',
	'destinationManagedTable',
	'kafkaOffsetStrategy',
	'output',
	'updateMode',
]);

class Form {
	/** The names of fields that decide whether others are shown. */
	private readonly deciding: ReadonlySet<string>;

	private readonly turns = new Map<string, number>();

	private readonly byOperation = new Map<string, INodeProperties[]>();

	constructor(
		private readonly description: INodeTypeDescription,
		private readonly random: Random,
		private readonly ids: EmulatorIds,
	) {
		this.deciding = decidingNames(description.properties);
	}

	combinations(chosen: INodeParameters): INodeParameters[] {
		const open = this.shown(chosen).find(
			({ name, type }) =>
				this.deciding.has(name) && !(name in chosen) && ['options', 'boolean'].includes(type),
		);
		if (open === undefined) return [chosen];
		const values = open.type === 'boolean' ? [false, true] : offered(open);
		const tried = INDEPENDENT.has(open.name) ? [this.inTurn(open.name, values)] : values;
		return tried.flatMap((value) => this.combinations({ ...chosen, [open.name]: value }));
	}

	/** Returns the next of the values, so that each is used eventually. */
	private inTurn<Value>(name: string, values: readonly Value[]): Value | undefined {
		const turn = this.turns.get(name) ?? 0;
		this.turns.set(name, turn + 1);
		return values[turn % values.length];
	}

	filled(
		chosen: INodeParameters,
		fields: readonly INodeProperties[],
		everything: boolean,
	): FilledForm {
		const parameters = { ...chosen };
		for (const field of fields) {
			if (field.name in chosen || ['notice', 'hidden'].includes(field.type)) continue;
			if (field.name === 'options') {
				// With the least filled in, a dashboard has no tiles.
				if (!everything && hasMember(field, 'allowEmpty'))
					parameters.options = { allowEmpty: true };
				continue;
			}
			if (!everything && isOptionalText(field)) continue;
			const value = this.valueOf(field, chosen, everything);
			if (value !== undefined) parameters[field.name] = value;
		}
		if (SINGLE_SELECT.has(parameters.chart)) parameters.select = firstRow(parameters.select);
		return {
			parameters: withCurrentDashboard(withOneNetwork(parameters), this.ids),
			choices: `${JSON.stringify(chosen)} ${everything ? 'everything' : 'the least'}`,
			sourceShown: this.sourceShown(parameters),
		};
	}

	private valueOf(
		field: INodeProperties,
		root: INodeParameters,
		everything: boolean,
	): NodeParameterValueType | undefined {
		if (field.name === TOGETHER_WITH_NONE) return undefined;
		if (field.type === 'collection') {
			// If there's neither a role nor a change, they must not be empty.
			const isNeeded = everything || ['additionalFields', 'updateFields'].includes(field.name);
			return isNeeded ? this.members(field, root, everything) : undefined;
		}
		if (field.type !== 'fixedCollection') return validValue(field, this.random, this.ids);
		if (!everything && field.required !== true) return undefined;
		const [group] = field.options ?? [];
		if (group === undefined || !('values' in group)) return undefined;
		const rows = this.rows(group.values, root).slice(0, field.typeOptions?.maxAllowedFields);
		return { values: field.typeOptions?.multipleValues === true ? rows : (rows[0] ?? {}) };
	}

	private members(
		field: INodeProperties,
		root: INodeParameters,
		everything: boolean,
	): INodeParameters {
		const members = (field.options ?? [])
			.filter(
				(option): option is INodeProperties => 'type' in option && this.isShown(option, {}, root),
			)
			// Roles that are assigned by their IDs replace the role.
			.filter(({ name }) => everything || name !== 'assignedRoleIds')
			.filter(({ name }) => name !== TOGETHER_WITH_NONE);
		return Object.fromEntries(
			members.map((member) => [member.name, this.valueOf(member, root, true) ?? '']),
		);
	}

	/** One row for each value of each field on which others in the row depend. */
	private rows(fields: readonly INodeProperties[], root: INodeParameters): INodeParameters[] {
		const names = decidingNames(fields);
		const decider = fields.find(({ name }) => names.has(name));
		if (decider === undefined) return [this.row(fields, {}, root)];
		const values = decider.type === 'boolean' ? [false, true] : offered(decider);
		// Only one row may be about the record with the ID.
		return values.map((value, index) => ({
			...this.row(fields, { [decider.name]: value }, root),
			...(index > 0 && fields.some(({ name }) => name === 'id') ? { id: '' } : {}),
		}));
	}

	private row(
		fields: readonly INodeProperties[],
		chosen: INodeParameters,
		root: INodeParameters,
	): INodeParameters {
		const row = { ...chosen };
		for (const field of fields) {
			if (field.name in chosen || !this.isShown(field, row, root)) continue;
			if (field.name === TOGETHER_WITH_NONE) continue;
			// A series of the neutral contract has a data source, and no source.
			const isOfClickStack = field.name === 'sourceId' && 'type' in chosen;
			if (isOfClickStack && isNeutralUpdate(root)) continue;
			const value = this.valueOf(field, root, true);
			if (value !== undefined) row[field.name] = value;
		}
		// One value, and series of one type.
		if (SINGLE_SELECT.has(row.chart)) row.select = firstRow(row.select);
		if (row.series !== undefined && !isNeutralUpdate(root)) row.series = firstRow(row.series);
		return row;
	}

	/** The fields that n8n shows for the choices. */
	shown(parameters: INodeParameters): INodeProperties[] {
		const full = this.withDefaults(parameters);
		return this.propertiesOf(parameters).filter((field) => this.isShown(field, full, full));
	}

	/** The fields of one operation: with all operations' fields, n8n needs a hundred times as long to complete a form. */
	private propertiesOf({ resource, operation }: INodeParameters): INodeProperties[] {
		const key = JSON.stringify([resource, operation]);
		const known = this.byOperation.get(key);
		if (known !== undefined) return known;
		const takes = (values: readonly unknown[] | undefined, value: unknown) =>
			value === undefined || values === undefined || values.includes(value);
		const found = this.description.properties.filter(({ displayOptions: { show } = {} }) => {
			return takes(show?.['resource'], resource) && takes(show?.['operation'], operation);
		});
		this.byOperation.set(key, found);
		return found;
	}

	private isShown(field: INodeProperties, values: INodeParameters, root: INodeParameters): boolean {
		return NodeHelpers.displayParameter(values, field, null, this.description, root);
	}

	private sourceShown(parameters: INodeParameters): boolean {
		const selector = this.description.credentials?.find(
			({ name }) => name === 'cloudPipeSourceApi',
		);
		if (selector === undefined) return false;
		const full = this.withDefaults(parameters);
		return NodeHelpers.displayParameter(full, selector, null, this.description);
	}

	/** The parameters as n8n completes them: defaults added, hidden fields dropped. */
	private withDefaults(parameters: INodeParameters): INodeParameters {
		const full = NodeHelpers.getNodeParameters(
			this.propertiesOf(parameters),
			parameters,
			true,
			false,
			null,
			this.description,
		);
		return full ?? {};
	}
}

/** Only ClickStack is managed: there, no update follows the neutral contract. */
export function isNeutralUpdate({ operation, authentication }: INodeParameters): boolean {
	return operation === 'update' && authentication !== 'cloudApiKey';
}

/**
 * The plan requires them, and n8n must not: with an expression in Format, they are shown for every format, and a merge
 * works without them.
 */
const DEMANDED_BY_PLAN =
	/^(?:name|tilesList)$|SchemaRegistry(?:Url|Glue\w+)$|^kinesisProtobufSchema$|^(?:vpcEndpoint|vpcResource|mskCluster|gcpService)[A-Z]\w+$/;

function isOptionalText({ name, type, required }: INodeProperties): boolean {
	return type === 'string' && required !== true && !DEMANDED_BY_PLAN.test(name);
}

function decidingNames(fields: readonly INodeProperties[]): ReadonlySet<string> {
	const names = fields.flatMap(({ displayOptions }) => [
		...Object.keys(displayOptions?.show ?? {}),
		...Object.keys(displayOptions?.hide ?? {}),
	]);
	return new Set(names);
}

function hasMember({ options = [] }: INodeProperties, name: string): boolean {
	return options.some((option) => option.name === name);
}
