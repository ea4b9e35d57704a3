import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { alertsField } from '../clickStack/alerts';
import { accessFields, managedOptions } from '../clickStack/authentication';
import { field, flag, property } from '../engine/body/fields';
import { collection, noticeField, optionsOf } from '../engine/parameters/properties';
import { textList } from '../engine/parameters/values';

const texts = z.array(z.string());

export const [ALERT_IDS, STATES, OPTIONS] = ['alertIds', 'states', 'options'] as const;
const ONCE_PER_FIRING = 'oncePerFiring';

export const [FIRING, RESOLVED] = ['ALERT', 'OK'] as const;

export const alertIdsField = alertsField(
	ALERT_IDS,
	'The alerts that this node adds its webhook to, and removes it from when the workflow is unpublished. Leave empty to choose the webhook in an alert in ClickStack: it appears there when you publish the workflow.',
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
					[FIRING]: 'The alert fires. Sent again in every interval while it does.',
					[RESOLVED]: 'The alert has recovered',
				},
			),
			default: [FIRING, RESOLVED],
		},
		texts,
		{ description: 'Which states start the workflow. Leave empty for all.' },
	),
);

const oncePerFiringField = property(
	ONCE_PER_FIRING,
	flag('Once per Firing', {
		description:
			'Whether to start the workflow only when an alert starts firing or recovers. Without it, ClickStack repeats ALERT in every interval while the alert fires, and each one starts the workflow.',
	}),
);

export const properties: INodeProperties[] = [
	noticeField(
		'testNotice',
		'To test this node, choose an alert with an interval of one minute that is firing: n8n listens for two minutes, and ClickStack sends only when it evaluates an alert that fires or recovers. Or use pinned data.',
	),
	...accessFields,
	alertIdsField,
	statesField,
	collection('Options', OPTIONS, 'Add option', [oncePerFiringField, ...managedOptions]),
];

export type DeliveryChoice = ReturnType<typeof deliveryChoice>;

export function deliveryChoice(states: unknown, options: Readonly<Record<string, unknown>>) {
	return {
		states: textList(states).map((state) => String(state).toUpperCase()),
		oncePerFiring: options[ONCE_PER_FIRING] === true,
	};
}
