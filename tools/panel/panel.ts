import type {
	INodeCredentialDescription,
	INodeParameters,
	INodeProperties,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

/** Each has a single value per form, and most of a node's fields belong to another value. */
const SELECTORS = [
	'authentication',
	'resource',
	'operation',
	'sourceKind',
	'pipeInput',
	'dashboardInput',
];

/** A node's panel under n8n's own rules. */
export class Panel {
	private readonly candidates = new Map<string, INodeProperties[]>();

	/** Fields that decide whether others are shown. */
	private readonly deciding: ReadonlySet<string>;

	constructor(readonly description: INodeTypeDescription) {
		this.deciding = decidingNames(description.properties);
	}

	/** Fields that n8n shows for these parameters, and the parameters with n8n's defaults. */
	opened(parameters: INodeParameters): { fields: INodeProperties[]; values: INodeParameters } {
		const own = this.candidatesFor(parameters);
		const values = this.completed(own, parameters);
		return { fields: own.filter((field) => this.isShown(field, values)), values };
	}

	/** The next deciding field without a value. Undefined if all have values. */
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

	/** Checks a field's conditions against nearby values and the whole panel's. */
	isShown(
		field: INodeProperties | INodeCredentialDescription,
		beside: INodeParameters,
		whole = beside,
	): boolean {
		return NodeHelpers.displayParameter(beside, field, null, this.description, whole);
	}

	/** True if n8n shows a credential's selector. */
	showsCredential(name: string, parameters: INodeParameters): boolean {
		const selector = this.description.credentials?.find((one) => one.name === name);
		return selector !== undefined && this.isShown(selector, this.opened(parameters).values);
	}

	private completed(fields: INodeProperties[], parameters: INodeParameters): INodeParameters {
		const { description } = this;
		return NodeHelpers.getNodeParameters(fields, parameters, true, false, null, description) ?? {};
	}

	/** Fields that the selectors don't hide. With all fields, n8n takes a hundred times as long. */
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

/** Names of fields that decide whether others are shown. */
export function decidingNames(fields: readonly INodeProperties[]): ReadonlySet<string> {
	const conditions = fields.flatMap(({ displayOptions: { show, hide } = {} }) => [show, hide]);
	return new Set(conditions.flatMap((one) => Object.keys(one ?? {})));
}

/** Values that a field offers, except the empty one, which allows any other input. */
export function offered({ type, options = [] }: INodeProperties): Array<string | number | boolean> {
	if (type === 'boolean') return [false, true];
	return options.flatMap((option) =>
		'value' in option && option.value !== '' ? [option.value] : [],
	);
}
