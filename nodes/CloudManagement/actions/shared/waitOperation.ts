import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { named } from '../../../core/summary';
import type { Operation, Parameters } from '../../../core/operation';
import { isText, textList } from '../../../core/parameters/values';
import type { AwaitedTexts } from '../../../core/waitFields';
import { waitFields, waitIssues, waitOptions, waitRule } from '../../../core/waitFields';
import { isAmong } from '../../../core/waitRule';
import { managementApi } from '../../api/managementApi';
import type { KnownStates } from '../../api/states';
import { operationFields } from './operationFields';

/** What one operation waits for. */
export interface AwaitedResource {
	/** The name of the resource among the parameters. */
	resource: string;
	/** What messages and descriptions call it. */
	title: string;
	/** The member of its record that contains its state. */
	stateMember: string;
	states: KnownStates;
	/** The operation that reads it. */
	get: Operation;
	/** The fields that say which one to read. */
	idFields: INodeProperties[];
	/** The fields that say what of it to output. */
	outputFields: INodeProperties[];
}

/** Returns the operation that reads a resource again and again until it is in a state. */
export function waitOperation(awaited: AwaitedResource): Operation {
	const { resource, title, stateMember, states, get, idFields, outputFields } = awaited;
	const texts = textsOf(awaited);
	const valuePath = `${managementApi.payloadMember}.${stateMember}`;
	return {
		...get,
		properties: operationFields(resource, 'wait', {
			reads: true,
			retries: false,
			fields: [...idFields, ...waitFields(texts), ...outputFields],
			own: waitOptions(texts),
		}),
		summarize: (_request, parameters) => summary(parameters, awaited),
		plan: (parameters, context) => {
			const plan = get.plan(parameters, context);
			return {
				...plan,
				issues: [...plan.issues, ...waitIssues(parameters, texts)],
				hints: unknownStateHints(parameters, states),
			};
		},
		wait: (parameters) =>
			waitRule(parameters, {
				...{ resource: title, noun: 'state', valuePath },
				advice: states.advice,
			}),
	};
}

/** Returns the entry of the operation in the selector of its resource. */
export function waitOption({ title, stateMember }: AwaitedResource): INodePropertyOptions {
	return {
		name: 'Wait for State',
		value: 'wait',
		description: `Wait until a ${title} has a certain ${stateMember}`,
		action: `Wait for ${title} ${stateMember}`,
	};
}

function textsOf({ title, states: { all, ready, final } }: AwaitedResource): AwaitedTexts {
	const texts = { waitFor: ready, giveUpOn: final.join(', ') };
	return {
		resource: title,
		noun: 'state',
		defaults: texts,
		placeholders: texts,
		known: `Any state can be entered; known ones are ${all.join(', ')}.`,
	};
}

function summary(
	parameters: Parameters,
	{ title, stateMember, idFields }: AwaitedResource,
): string {
	const id = idFields.slice(-1).map(({ name }) => named(parameters[name]));
	const states = textList(parameters.waitFor).map(named);
	return `Wait until the ${stateMember} of ${title} ${id.join('')} is ${states.join(' or ')}`;
}

/** Says which states to wait for are not among the known ones; the API may still have them. */
function unknownStateHints({ waitFor }: Parameters, { all }: KnownStates): string[] {
	return textList(waitFor)
		.filter(isText)
		.map(String)
		.filter((state) => !isAmong(state, all))
		.map((state) => `'${state}' is none of the known states; waiting for it all the same.`);
}
