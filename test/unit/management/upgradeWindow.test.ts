import { cloudBody, cloudIssues, plannedSummary, SERVICE_ID } from './context';
import { refusal, runManagement } from './runManagement';

describe('Service → Set Upgrade Window', () => {
	const name = 'service.setUpgradeWindow';

	it.each([
		{ fields: { weekday: '0', startHourUtc: '18' }, text: 'Sunday, 18:00 UTC' },
		{ fields: { weekday: 6, startHourUtc: 0 }, text: 'Saturday, 00:00 UTC' },
	])('sends the day and hour as numbers: $text', ({ fields, text }) => {
		const [weekday, startHourUtc] = [Number(fields.weekday), Number(fields.startHourUtc)];
		expect(cloudBody(name, fields)).toEqual({ weekday, startHourUtc });
		expect(plannedSummary(name, fields)).toBe(
			`Set the upgrade window of service ${SERVICE_ID}: ${text}`,
		);
	});

	it.each([
		{ fields: {}, issues: ['weekday is empty', 'startHourUtc is empty'] },
		{
			fields: { weekday: 7, startHourUtc: 5 },
			issues: ['weekday must be one', 'startHourUtc must be one'],
		},
		{ fields: { weekday: 'Sunday', startHourUtc: '0' }, issues: ['weekday must be a'] },
	])('rejects the window $fields', ({ fields, issues }) => {
		expect(cloudIssues(name, fields)).toEqual(issues);
	});

	it.each([
		{ operation: 'setUpgradeWindow', status: 400, says: "Only a warehouse's primary service" },
		{
			operation: 'setUpgradeWindow',
			status: 403,
			says: 'control-plane:service:manage permission.',
		},
		{ operation: 'getUpgradeWindow', status: 403, says: 'control-plane:service:view permission.' },
		{ operation: 'deleteUpgradeWindow', status: 404, says: 'may have no upgrade window' },
	])('explains a $status of $operation', async ({ operation, status, says }) => {
		const window = { weekday: '0', startHourUtc: '0' };
		const { items } = await runManagement({
			fields: { resource: 'service', operation, serviceId: SERVICE_ID, ...window },
			onError: 'continueRegularOutput',
			answer: () => refusal(status, 'REFUSED'),
		});
		expect(JSON.stringify(items)).toContain(says);
	});
});
