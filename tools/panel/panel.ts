import type {
	INodeCredentialDescription,
	INodeParameters,
	INodeProperties,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

/** A form has a single value for each selector, and most of a node's fields belong to other values. */
const SELECTORS = [
	'authentication',
	'resource',
	'operation',
	'sourceKind',
	'pipeInput',
	'dashboardInput',
];

/** Fields are shown by n8n's own rules. */
export class Panel {
	private readonly candidates = new Map<string, INodeProperties[]>();

	/** These fields decide whether others are shown. */
	private readonly deciding: ReadonlySet<string>;

	constructor(readonly description: INodeTypeDescription) {
		this.deciding = decidingNames(description.properties);
	}

	/** Parameters without a value get n8n's defaults. */
	opened(parameters: INodeParameters): { fields: INodeProperties[]; values: INodeParameters } {
		const own = this.candidatesFor(parameters);
		const values = this.completed(own, parameters);
		return { fields: own.filter((field) => this.isShown(field, values)), values };
	}

	/** Undefined if all deciding fields have a value. */
	openChoice(chosen: INodeParameters): INodeProperties | undefined {
		const own = this.candidatesFor(chosen).filter(({ name }) => this.deciding.has(name));
		const values = this.completed(own, chosen);
		return own.find(
			(field) =>
				!(field.name in chosen) &&
				['options', 'boolean'].includes(field.type) &&
				this.isShown(field, values),
		);
	}

	/** Conditions may depend on nearby values and on the whole panel's. */
	isShown(
		field: INodeProperties | INodeCredentialDescription,
		beside: INodeParameters,
		whole = beside,
	): boolean {
		return NodeHelpers.displayParameter(beside, field, null, this.description, whole);
	}

	showsCredential(name: string, parameters: INodeParameters): boolean {
		const selector = this.description.credentials?.find((one) => one.name === name);
		return selector !== undefined && this.isShown(selector, this.opened(parameters).values);
	}

	private completed(fields: INodeProperties[], parameters: INodeParameters): INodeParameters {
		const { description } = this;
		return NodeHelpers.getNodeParameters(fields, parameters, true, false, null, description) ?? {};
	}

	/** n8n takes a hundred times as long with all fields, so fields that the selectors hide are left out. */
	private candidatesFor(parameters: INodeParameters): INodeProperties[] {
		const chosen = SELECTORS.flatMap((name) => {
			const value = parameters[name];
			const isChoice = typeof value === 'string' && !value.startsWith('=');
			return isChoice ? [[name, value] as const] : [];
		});
		const key = JSON.stringify(chosen);
		const found =
			this.candidates.get(key) ??
			this.description.properties.filter(({ displayOptions: { show } = {} }) =>
				chosen.every(([name, value]) => show?.[name]?.includes(value) ?? true),
			);
		this.candidates.set(key, found);
		return found;
	}
}

/** These fields decide whether others are shown. */
export function decidingNames(fields: readonly INodeProperties[]): ReadonlySet<string> {
	const conditions = fields.flatMap(({ displayOptions: { show, hide } = {} }) => [show, hide]);
	return new Set(conditions.flatMap((one) => Object.keys(one ?? {})));
}

/** An empty value isn't offered, because it allows any other input. */
export function offered({ type, options = [] }: INodeProperties): Array<string | number | boolean> {
	if (type === 'boolean') return [false, true];
	return options.flatMap((option) =>
		'value' in option && option.value !== '' ? [option.value] : [],
	);
}
