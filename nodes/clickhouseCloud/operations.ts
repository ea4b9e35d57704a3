import type { Parameters } from '../engine/operation';
import { isText, textList } from '../engine/parameters/values';
import type { ListedOperation } from '../engine/resource';
import { requestOptions } from './identifiers';
import type { RecordKind } from '../features/record/record';
import { recordFields, outputOf, readRecord } from '../features/record/record';
import { quoteName, recordText } from '../engine/approval/sentences';
import type { WaitLabels } from '../features/wait/properties';
import { waitFields, waitIssues, waitOptions, waitRule } from '../features/wait/properties';
import { isAmong } from '../engine/wait/waitRule';
import { managementApi } from './api';
import type { KnownStates } from './states';

/**
 * Returns the operation that reads a record again and again until it is in a state. `stateMember` is the key of the
 * record that contains its state.
 */
export function waitForState(
	kind: RecordKind,
	stateMember: string,
	states: KnownStates,
): ListedOperation {
	const { title, idField } = kind;
	const texts = textsOf(title, states);
	const valuePath = `${managementApi.payloadMember}.${stateMember}`;
	const read = readRecord(kind);
	return {
		name: 'Wait for State',
		description: `Wait until a ${title} has a certain ${stateMember}`,
		action: `Wait for ${title} ${stateMember}`,
		...read,
		properties: [
			...recordFields(kind),
			...waitFields(texts),
			...outputOf(kind.output),
			requestOptions({ reads: true, retries: false, own: waitOptions(texts) }),
		],
		summarize: (_request, parameters) => {
			const wanted = textList(parameters.waitFor).map(quoteName).join(' or ');
			return `Wait until the ${stateMember} of ${title} ${recordText(parameters, idField.name)} is ${wanted}`;
		},
		plan: (parameters, context) => {
			const plan = read.plan(parameters, context);
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

function textsOf(title: string, { all, ready, final }: KnownStates): WaitLabels {
	const texts = { waitFor: ready, giveUpOn: final.join(', ') };
	return {
		resource: title,
		noun: 'state',
		defaults: texts,
		placeholders: texts,
		known: `Any state can be entered; known ones are ${all.join(', ')}.`,
	};
}

/** Says which states to wait for are not among the known ones; the API may still have them. */
function unknownStateHints({ waitFor }: Parameters, { all }: KnownStates): string[] {
	return textList(waitFor)
		.filter(isText)
		.map(String)
		.filter((state) => !isAmong(state, all))
		.map((state) => `'${state}' isn't a known state; waiting anyway.`);
}
