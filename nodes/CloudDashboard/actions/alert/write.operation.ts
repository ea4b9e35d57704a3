import type { INodeProperties } from 'n8n-workflow';

import { objectBody } from '../../../core/http/request';
import type { Parameters } from '../../../core/operation';
import { createDefaults } from '../../../core/record/creation';
import { aboutRecord, recordPath } from '../../../core/record/record';
import type { ListedOperation } from '../../../core/resource';
import { requestOptions } from '../authentication';
import { currentRecord } from '../currentRecord';
import { managedHints } from '../managedHints';
import { alertKind } from '../records';
import { alertForm } from './definition';
import { creationSummary, updateSummary } from './summary';

const newAlert = alertForm(false);
const changedAlert = alertForm(true);

const currentAlertField: INodeProperties = {
	displayName: 'Current Alert',
	name: 'currentAlert',
	// n8n marks an empty JSON field as an error, and shows no placeholder in it.
	type: 'string',
	typeOptions: { rows: 4 },
	default: '',
	placeholder: 'e.g. {{ $json }}',
	description:
		'The output of Get for this alert. Fields that you leave empty keep its values. Without it, name, message and note are removed unless you enter them.',
};

const readCurrent = (parameters: Parameters) =>
	currentRecord(currentAlertField, alertKind.idField, parameters);

const options = requestOptions({ reads: false, allowUnlisted: true });

/** ClickStack's "Create alert". */
export const createAlert: ListedOperation = {
	name: 'Create',
	description: 'Create an alert on a tile or a saved search',
	action: 'Create alert',
	properties: [...newAlert.properties, options],
	unknownOutcome: [
		'The alert may have been created',
		'Check the alerts of the team before you run the node again: the API accepts the same alert twice.',
	],
	...createDefaults('alert'),
	target: () => 'alerts',
	summarize: (request, parameters) => creationSummary(objectBody(request), parameters),
	plan: (parameters, { credential, timezone }) => {
		const { path, issues } = alertKind.collection(parameters, credential);
		const { body, issues: invalid } = newAlert.bodyOf(parameters, timezone);
		return {
			request: { method: 'POST', path, body },
			issues: [...issues, ...invalid],
			hints: managedHints(parameters, body),
		};
	},
};

/** ClickStack's "Update alert", which replaces most of it. */
export const updateAlert: ListedOperation = {
	name: 'Update',
	description: 'Replace the settings of an alert',
	action: 'Update alert',
	properties: [alertKind.idField, currentAlertField, ...changedAlert.properties, options],
	unknownOutcome: [
		'The alert may have been changed',
		'Check the alerts of the team before you run the node again.',
	],
	repeatable: true,
	...aboutRecord(alertKind),
	summarize: (request, parameters) =>
		updateSummary(objectBody(request), parameters, readCurrent(parameters).current),
	plan: (parameters, { credential, timezone }) => {
		const { path, issues } = recordPath(alertKind, parameters, credential);
		const read = readCurrent(parameters);
		const { body, issues: invalid } = changedAlert.bodyOf(parameters, timezone, read.current);
		return {
			request: { method: 'PUT', path, body },
			issues: [...issues, ...read.issues, ...(read.issues.length > 0 ? [] : invalid)],
			hints: managedHints(parameters, body),
		};
	},
};
