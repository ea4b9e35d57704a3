import type { INodeParameters } from 'n8n-workflow';

import { CloudManagement } from '../../nodes/CloudManagement/CloudManagement.node';
import { CloudDashboard } from '../../nodes/CloudDashboard/CloudDashboard.node';
import { innerFields } from '../../nodes/engine/parameters/properties';
import { Panel } from '../../tools/panel/panel';

const panel = new Panel(new CloudManagement().description);

/** Lists the notices that n8n shows next to an operation's fields. */
function noticesOf(operation: string, parameters: INodeParameters): string[] {
	const [resource = '', name = ''] = operation.split('.');
	const { fields } = panel.opened({ resource, operation: name, ...parameters });
	return fields.filter(({ type }) => type === 'notice').map((field) => field.name);
}

/** n8n's panel shows this many characters of a notice in a line. */
const LINE = 80;

it.each(
	[CloudManagement, CloudDashboard].flatMap((Node) => {
		const form = new Panel(new Node().description);
		return form.description.properties
			.filter(({ name }) => name === 'operation')
			.flatMap(({ displayOptions, options = [] }) =>
				(displayOptions?.show?.['resource'] ?? []).flatMap((resource) =>
					options.flatMap((option) =>
						typeof resource === 'string' && 'value' in option
							? [{ resource, operation: option.value, form }]
							: [],
					),
				),
			);
	}),
)('$resource → $operation starts with at most four lines of notices', ({ form, ...operation }) => {
	const notices = form
		.opened(operation)
		.fields.filter(({ type }) => type === 'notice')
		.map(({ displayName }) => displayName);
	const lines = notices.map((text) => Math.ceil(text.length / LINE));
	expect(Math.max(0, ...lines)).toBeLessThanOrEqual(2);
	expect(lines.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(4);
	expect(notices.length).toBeLessThanOrEqual(3);
});

const addresses = (...sources: string[]) => ({ values: sources.map((source) => ({ source })) });
const KEY = {
	expireAt: '2027-01-01',
	ipAccess: addresses('192.0.2.1'),
	assignedRoleIds: ['00000070-0000-4000-8000-000000000002'],
};
const setting = (value: string) => ({ settingName: { __rl: true, mode: 'id', value } });
const SOURCE = 'sourceCredentialNotice';
const BROKERS = 'brokersNotice';

it.each<[operation: string, parameters: INodeParameters, notices: string[]]>([
	['pipe.create', {}, [BROKERS, 'sortingKeyNotice']],
	['pipe.create', { destinationTableDefinitionSortingKey: 'id' }, [BROKERS]],
	[
		'pipe.create',
		{ destinationTableDefinitionSortingKey: '={{ $json.key }}' },
		[BROKERS, 'sortingKeyNotice'],
	],
	['pipe.create', { destinationManagedTable: false }, [BROKERS]],
	['pipe.create', { destinationManagedTable: '={{ $json.isNew }}' }, [BROKERS, 'sortingKeyNotice']],
	['pipe.create', { kafkaBrokers: 'b' }, [SOURCE, 'sortingKeyNotice']],
	['pipe.create', { kafkaBrokers: '={{ $json.brokers }}' }, [SOURCE, 'sortingKeyNotice']],
	['pipe.create', { sourceKind: 'postgres' }, [SOURCE]],
	['service.create', {}, ['nobodyNotice']],
	['service.create', { ipAccess: { values: [] } }, ['nobodyNotice']],
	['service.create', { ipAccess: '={{ $json.addresses }}' }, ['nobodyNotice']],
	['service.create', { ipAccess: addresses('192.0.2.1') }, []],
	['apiKey.create', {}, ['expiryNotice', 'addressNotice', 'roleNotice']],
	['apiKey.create', { ...KEY, expireAt: '' }, ['expiryNotice']],
	['apiKey.create', { ...KEY, ipAccess: {} }, ['addressNotice']],
	['apiKey.create', { ...KEY, expireAt: '={{ $json.end }}' }, ['expiryNotice']],
	['apiKey.create', { ...KEY, assignedRoleIds: [] }, ['roleNotice']],
	// In a list, n8n can't tell an expression from entries. A warning follows if there are no roles.
	['apiKey.create', { ...KEY, assignedRoleIds: '={{ $json.roles }}' }, []],
	['apiKey.create', KEY, []],
	['role.create', {}, ['policiesNotice']],
	['role.create', { policies: { values: [{}] } }, []],
	['service.resetPassword', {}, ['passwordNotice']],
	['service.stop', {}, ['stopNotice']],
	['service.start', {}, []],
	['service.setScalingSchedule', {}, ['scheduleNotice']],
	['serviceSetting.update', {}, []],
	['serviceSetting.update', setting('max_threads'), []],
	['serviceSetting.update', setting('spec.extraConfig.server.x'), ['restartNotice']],
	['serviceSetting.update', setting('={{ $json.name }}'), ['restartNotice']],
	['serviceSetting.reset', setting('spec.extraConfig.server.x'), ['deleteNotice', 'restartNotice']],
	['serviceSetting.get', setting('spec.extraConfig.server.x'), []],
])('%s shows the notice %j for %j', (operation, parameters, notices) => {
	expect(noticesOf(operation, parameters)).toEqual(notices);
});

it.each([undefined, null, '', '={{ $json.end }}'])(
	"shows a field's notice if the editor reads %j",
	(expireAt) => {
		const { fields } = panel.opened({ resource: 'apiKey', operation: 'create' });
		const notice = fields.find(({ name }) => name === 'expiryNotice');
		const root: INodeParameters = { resource: 'apiKey', operation: 'create', expireAt };
		expect(notice && panel.isShown(notice, root)).toBe(true);
		expect(notice && panel.isShown(notice, { ...root, expireAt: '2027-01-01' })).toBe(false);
	},
);

it.each([
	['0.0.0.0/0', true],
	['::/0', true],
	['={{ $json.range }}', true],
	['10.0.0.0/8', false],
	['192.0.2.0/20', false],
	['', false],
	[undefined, false],
])('warns about open access in a row with the address %s: %s', (source, isShown) => {
	const rows = panel
		.opened({ resource: 'service', operation: 'create' })
		.fields.filter(({ name }) => name === 'ipAccess')
		.flatMap(innerFields);
	const notice = rows.find(({ type }) => type === 'notice');
	const row = source === undefined ? {} : { source };
	const root = { ipAccess: { values: [row] } };
	expect(notice && panel.isShown(notice, row, root)).toBe(isShown);
});

it.each([
	[CloudManagement, 'pipe', 'create', 'destinationColumns'],
	[CloudDashboard, 'chart', 'query', 'series'],
	[CloudDashboard, 'alert', 'create', 'select'],
])(
	'%p: %s → %s leaves the fields in the first row of %s unmarked',
	(Node, resource, operation, name) => {
		const form = new Panel(new Node().description);
		const { fields } = form.opened({ resource, operation, source: 'inline' });
		const rows = fields.filter((field) => field.name === name);
		expect(rows).toHaveLength(1);
		expect(rows.flatMap(innerFields).filter(({ required }) => required === true)).toEqual([]);
	},
);

it.each([CloudManagement, CloudDashboard])(
	'%p avoids regular expressions in conditions',
	(Node) => {
		expect(JSON.stringify(new Node().description)).not.toContain('"_cnd":{"regex"');
	},
);
