import { add, CUSTOM_CALL, type PanelState, within } from '../panelState';
import {
	ADDITIONAL,
	LOCATOR,
	OPTIONS_OF_CHANGES,
	OPTIONS_OF_LISTED,
	OPTIONS_OF_READS,
	OUTPUTS,
	panel,
} from './operations';

const LIST = ['Return All', 'Limit', 'Output', ...OPTIONS_OF_READS];

/** A record of the organization that is read, listed and deleted. */
function recordStates(resource: string, title: string, label: string): PanelState[] {
	const notice = `! Deletes the ${title} permanently. This cannot be undone.`;
	return [
		panel(resource, 'delete', [notice, label, ...OPTIONS_OF_CHANGES]),
		{
			...panel(resource, 'get', [label, 'Output', ...OPTIONS_OF_READS]),
			offers: { [label]: LOCATOR, ...OUTPUTS },
		},
		{ ...panel(resource, 'getAll', LIST), offers: OUTPUTS },
	];
}

const KEY_FIELDS = ['Expire At', 'Name', 'State'];

/** Second reference, "Organization": what only ClickHouse Cloud has. */
export const organizationStates: PanelState[] = [
	...recordStates('apiKey', 'API key', 'API Key ID'),
	...recordStates('invitation', 'invitation', 'Invitation ID'),
	...recordStates('member', 'member', 'User ID'),
	{
		...panel('apiKey', 'update', [
			...['API Key ID', 'Update Fields', add(...KEY_FIELDS)],
			...[...ADDITIONAL, ...OPTIONS_OF_LISTED],
		]),
		offers: { Operation: ['Delete', 'Get', 'Get Many', 'Update', CUSTOM_CALL] },
	},
	panel(
		'apiKey',
		'update',
		[
			...['API Key ID', 'Update Fields', ...within(...KEY_FIELDS)],
			...[...ADDITIONAL, ...OPTIONS_OF_LISTED],
		],
		{ updateFields: { expireAt: '', name: '', state: 'enabled' } },
	),
	{
		...panel('role', 'getAll', LIST),
		offers: { Operation: ['Get Many', CUSTOM_CALL], ...OUTPUTS },
	},
	{
		...panel('usageCost', 'get', [
			...['From Date', 'To Date', 'Filters', '  + Add filter', 'Split Into Items', 'Output'],
			...OPTIONS_OF_READS,
		]),
		offers: { Operation: ['Get', CUSTOM_CALL], ...OUTPUTS },
	},
	panel(
		'usageCost',
		'get',
		[
			...['From Date', 'To Date', 'Filters', ...within('Tags'), 'Split Into Items'],
			...['Output', 'Output Fields', ...OPTIONS_OF_READS],
		],
		{ filters: { tags: '' }, splitIntoItems: true, output: 'selectedFields' },
	),
];
