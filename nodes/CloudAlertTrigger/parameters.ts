import type { IHookFunctions, INodeProperties, IWebhookFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { alertsField } from '../clickStack/alerts';
import { accessFields, managedOptions } from '../clickStack/authentication';
import { field, flag, property } from '../engine/body/fields';
import type { Issue } from '../engine/issue';
import { notKnownText, wrongTypeText } from '../engine/issue';
import { throwIfInvalid } from '../engine/issues/issueMessages';
import type { JsonObject } from '../engine/json';
import { isAbsent } from '../engine/json';
import { allowUnusualOptions, readItemOptions } from '../engine/options/requestOptions';
import {
	collection,
	noticeField,
	noticeUntilListed,
	optionsOf,
	withoutNameMode,
} from '../engine/parameters/properties';
import { coerceValue } from '../engine/parameters/coercion';
import { OPTIONS } from '../engine/parameterNames';
import { emptyExpressionIssue, emptyTriggerFields } from '../engine/parameters/readParameters';
import { asObject, isText, textList, textListIssues } from '../engine/parameters/values';
import { isAmong, nearestKnown, shortened } from '../engine/text';

export const [FIRING, RESOLVED] = ['ALERT', 'OK'] as const;

export interface DeliveryChoice {
	/** A list, or a text with commas, in any case. */
	states: unknown;
	oncePerFiring: boolean;
}

export const ALERT_IDS = 'alertIds';
const STATES = 'states';
const ONCE_PER_FIRING = 'oncePerFiring';
const LONGEST_SHOWN_VALUE = 40;

export const alertIdsField = alertsField(
	ALERT_IDS,
	'Alerts that notify this node. Publishing the workflow adds a webhook to them, and unpublishing removes it. Leave empty to choose the webhook in ClickStack after you publish.',
);

const statesField = property(
	STATES,
	field(
		'States',
		{
			type: 'multiOptions',
			options: optionsOf(
				[FIRING, RESOLVED],
				{},
				{
					[FIRING]: 'The alert is firing. ClickStack sends this again in every interval.',
					[RESOLVED]: 'The alert has recovered',
				},
			),
			default: [FIRING, RESOLVED],
		},
		z.array(z.string()),
		{ description: 'States that start the workflow. Leave empty for all.' },
	),
);

const oncePerFiringField = property(
	ONCE_PER_FIRING,
	flag('Once per Firing', {
		description:
			'Whether to start the workflow only when an alert starts firing or recovers, instead of in every interval while it fires. Tracks up to 1,000 alerts and groups that fire at the same time.',
	}),
);

const triggerOptionsField = collection('Options', OPTIONS, 'Add Option', [
	...allowUnusualOptions,
	oncePerFiringField,
	...managedOptions,
]);

const SAMPLE_EVENT_URL =
	'https://github.com/n8n-nodes-cloud-management/n8n-nodes-cloud-management/blob/main/docs/reference/alert-trigger.md#sample-event';

export const properties: INodeProperties[] = [
	noticeField(
		'testNotice',
		`To test this node, choose a firing alert with a one-minute interval, or pin the <a href="${SAMPLE_EVENT_URL}" target="_blank">sample event</a>.`,
	),
	...accessFields.map(withoutNameMode),
	alertIdsField,
	noticeUntilListed(
		'noAlertNotice',
		"Nothing starts the workflow until you choose an alert here or add this node's webhook to an alert in ClickStack.",
		ALERT_IDS,
	),
	statesField,
	triggerOptionsField,
];

/** Throws a `NodeOperationError` for input that would start everything or nothing by mistake. */
export function readChoice(context: IHookFunctions | IWebhookFunctions): DeliveryChoice {
	const node = context.getNode();
	const states: unknown = context.getNodeParameter(STATES, []);
	const read: unknown = context.getNodeParameter(OPTIONS, {});
	const options = asObject(coerceValue(triggerOptionsField, read));
	const emptyIssues = [
		...emptyTriggerFields(statesField, node.parameters[STATES], states),
		...emptyTriggerFields(triggerOptionsField, node.parameters[OPTIONS], read),
	].map(emptyExpressionIssue);
	const { allowUnusual } = readItemOptions(options);
	const issues = [
		...emptyIssues,
		...textListIssues(STATES, states),
		...(allowUnusual ? [] : unlistedIssues(states)),
		...flagIssues(options),
	];
	throwIfInvalid({ node, properties }, issues);
	return { states, oncePerFiring: options[ONCE_PER_FIRING] === true };
}

/** Refuses states that ClickStack never sends, because they would never start the workflow. */
function unlistedIssues(states: unknown): Issue[] {
	const delivered = [FIRING, RESOLVED];
	const entries = textList(states).filter(isText).map(String);
	return entries
		.filter((state) => !isAmong(state, delivered))
		.map((state) => {
			const knownState = nearestKnown(state, delivered) ?? delivered.join(' or ');
			return { path: STATES, text: notKnownText(state, knownState) };
		});
}

/** An empty flag gets the issue about an empty expression instead. */
function flagIssues(options: JsonObject): Issue[] {
	return [ONCE_PER_FIRING, ...allowUnusualOptions.map(({ name }) => name)]
		.filter((name) => !isAbsent(options[name]) && typeof options[name] !== 'boolean')
		.map((name) => {
			const received = shortened(JSON.stringify(options[name]), LONGEST_SHOWN_VALUE);
			return { path: `${OPTIONS}.${name}`, text: wrongTypeText('true or false', received) };
		});
}
