import type {
	INodeCredentialDescription,
	INodeParameters,
	INodeProperties,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

/** Each has one value in a form, and most of a node's fields belong to another one. */
const SELECTORS = [
	'authentication',
	'resource',
	'operation',
	'sourceKind',
	'pipeInput',
	'dashboardInput',
];

/** A node's panel by n8n's own rules. */
export class Panel {
	private readonly candidates = new Map<string, INodeProperties[]>();

	/** The names of fields that decide whether others are shown. */
	private readonly deciding: ReadonlySet<string>;

	constructor(readonly description: INodeTypeDescription) {
		this.deciding = decidingNames(description.properties);
	}

	/** The fields that n8n shows with these parameters, and the parameters as n8n completes them. */
	opened(parameters: INodeParameters): { fields: INodeProperties[]; values: INodeParameters } {
		const own = this.candidatesFor(parameters);
		const values = this.completed(own, parameters);
		return { fields: own.filter((field) => this.isShown(field, values)), values };
	}

	/** The open field that decides whether others are shown; undefined if all such fields have a value. */
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

	/** Whether n8n shows a field beside these values; those of the whole panel decide, too. */
	isShown(
		field: INodeProperties | INodeCredentialDescription,
		beside: INodeParameters,
		whole = beside,
	): boolean {
		return NodeHelpers.displayParameter(beside, field, null, this.description, whole);
	}

	/** Whether n8n shows the selector of a credential. */
	showsCredential(name: string, parameters: INodeParameters): boolean {
		const selector = this.description.credentials?.find((one) => one.name === name);
		return selector !== undefined && this.isShown(selector, this.opened(parameters).values);
	}

	private completed(fields: INodeProperties[], parameters: INodeParameters): INodeParameters {
		const { description } = this;
		return NodeHelpers.getNodeParameters(fields, parameters, true, false, null, description) ?? {};
	}

	/** The fields that the selectors don't hide: with all fields, n8n needs a hundred times as long. */
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

/** The names of fields that decide whether others are shown. */
export function decidingNames(fields: readonly INodeProperties[]): ReadonlySet<string> {
	const conditions = fields.flatMap(({ displayOptions: { show, hide } = {} }) => [show, hide]);
	return new Set(conditions.flatMap((one) => Object.keys(one ?? {})));
}

/** The values that a field offers, but not the empty one, with which anything else may be filled in. */
export function offered({ type, options = [] }: INodeProperties): Array<string | number | boolean> {
	if (type === 'boolean') return [false, true];
	return options.flatMap((option) =>
		'value' in option && option.value !== '' ? [option.value] : [],
	);
}
