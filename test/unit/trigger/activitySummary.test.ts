import type { IDataObject } from 'n8n-workflow';

import { activitySummary } from '../../../nodes/CloudManagementTrigger/activitySummary';

const NAMES = new Map([
	['s', 'Shop'],
	['unnamed', ' '],
]);
const OF_SERVICE = { actorDetails: 'Ada', serviceId: 's' };

describe('activitySummary', () => {
	it.each<{ activity: IDataObject; summary: string }>([
		{ activity: { type: 'service_stop', ...OF_SERVICE }, summary: 'Ada stopped service Shop' },
		{ activity: { type: 'service_awaken', ...OF_SERVICE }, summary: 'Ada woke service Shop' },
		{
			activity: { type: 'service_update_ip_access_list', ...OF_SERVICE },
			summary: 'Ada updated IP access list of service Shop',
		},
		{
			activity: { type: 'backup_delete', ...OF_SERVICE },
			summary: 'Ada deleted backup of service Shop',
		},
		{
			activity: { type: 'organization_member_update_role', actorDetails: 'Ada' },
			summary: 'Ada updated organization member role',
		},
		{ activity: { type: 'key_create', actorId: 'k-1' }, summary: 'k-1 created key' },
		{
			activity: { type: 'user_login_failed', actorDetails: 'Ada' },
			summary: 'Ada failed to log in',
		},
		{
			activity: { type: 'service_partially_running', ...OF_SERVICE },
			summary: 'Service Shop is partially running',
		},
	])('shows who did what: $summary', ({ activity, summary }) => {
		expect(activitySummary(activity, NAMES).replaceAll('"', '')).toBe(summary);
	});

	it.each<{ activity: IDataObject; summary: string }>([
		{
			activity: { type: 'service_stop_encryption_key_inaccessible', ...OF_SERVICE },
			summary: 'Service stop encryption key inaccessible by "Ada" in service "Shop"',
		},
		{
			activity: { type: 'marketplace_subscription', actorDetails: 'Ada' },
			summary: 'Marketplace subscription by "Ada"',
		},
		{
			activity: { type: 'service_stop', serviceId: 'other' },
			summary: 'Service stop in service other',
		},
		{
			activity: { type: 'service_stop', actorDetails: '', actorId: 'k-1', serviceId: '' },
			summary: '"k-1" stopped service',
		},
		{
			activity: { type: 'service_stop', actorDetails: 'Ada', serviceId: 'unnamed' },
			summary: '"Ada" stopped service unnamed',
		},
		{ activity: { type: 'service_idle', serviceId: '' }, summary: 'Service idle' },
		{ activity: { type: ' ', actorDetails: 'Ada' }, summary: 'Activity by "Ada"' },
		{ activity: { type: null, actorDetails: 'Ada' }, summary: 'Activity by "Ada"' },
		{
			activity: { type: 'see https://evil.example' },
			summary: 'See https[:]//evil[.]example',
		},
	])('spells an act that it does not know: $summary', ({ activity, summary }) => {
		expect(activitySummary(activity, NAMES)).toBe(summary);
	});
});
