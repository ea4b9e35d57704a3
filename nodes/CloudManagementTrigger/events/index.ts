import type { TriggerEvent } from '../poll';
import { newActivity } from './newActivity';
import { reversePrivateEndpointStatusChanged } from './reversePrivateEndpointStatusChanged';
import { serviceStateChanged } from './serviceStateChanged';
import { valueChanged } from './valueChanged';

/** Every event, as the selector names it. */
export const events: Readonly<Record<string, TriggerEvent>> = {
	newActivity,
	reversePrivateEndpointStatusChanged,
	serviceStateChanged,
	valueChanged,
};
