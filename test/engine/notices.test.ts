import type { INodeParameters } from 'n8n-workflow';

import { CloudManagement } from '../../nodes/CloudManagement/CloudManagement.node';
import { innerFields } from '../../nodes/engine/parameters/properties';
import { Panel } from '../../tools/panel/panel';

const panel = new Panel(new CloudManagement().description);

/** Notices that n8n shows next to an operation's fields. */
function noticesOf(operation: string, parameters: INodeParameters): string[] {
	const [resource = '', name = ''] = operation.split('.');
	const { fields } = panel.opened({ resource, operation: name, ...parameters });
	return fields.filter(({ type }) => type === 'notice').map((field) => field.name);
}

const addresses = (...sources: string[]) => ({ values: sources.map((source) => ({ source })) });
const KEY = { expireAt: '2027-01-01', ipAccess: addresses('192.0.2.1'), assignedRoleIds: ['r'] };
const SOURCE = 'sourceCredentialNotice';
const ONCE = 'shownOnceNotice';

it.each<[operation: string, parameters: INodeParameters, notices: string[]]>([
	['pipe.create', {}, [SOURCE, 'sortingKeyNotice']],
	['pipe.create', { destinationTableDefinitionSortingKey: 'id' }, [SOURCE]],
	['pipe.create', { destinationTableDefinitionSortingKey: '={{ $json.key }}' }, [SOURCE]],
	['pipe.create', { destinationManagedTable: false }, [SOURCE]],
	['pipe.create', { destinationManagedTable: '={{ $json.isNew }}' }, [SOURCE, 'sortingKeyNotice']],
	['pipe.create', { sourceKind: 'postgres' }, [SOURCE]],
	['service.create', {}, [ONCE, 'nobodyNotice']],
	['service.create', { ipAccess: { values: [] } }, [ONCE, 'nobodyNotice']],
	['service.create', { ipAccess: '={{ $json.addresses }}' }, [ONCE, 'nobodyNotice']],
	['service.create', { ipAccess: addresses('192.0.2.1') }, [ONCE]],
	['apiKey.create', {}, [ONCE, 'expiryNotice', 'addressNotice', 'roleNotice']],
	['apiKey.create', { ...KEY, assignedRoleIds: [] }, [ONCE, 'roleNotice']],
	['apiKey.create', { ...KEY, expireAt: '' }, [ONCE, 'expiryNotice']],
	['apiKey.create', { ...KEY, ipAccess: {} }, [ONCE, 'addressNotice']],
	['apiKey.create', { ...KEY, expireAt: '={{ $json.end }}' }, [ONCE]],
	['apiKey.create', KEY, [ONCE]],
	['role.create', {}, ['policiesNotice']],
	['role.create', { policies: { values: [{}] } }, []],
	['service.resetPassword', {}, [ONCE, 'passwordNotice']],
	['service.stop', {}, ['stopNotice']],
	['service.start', {}, []],
])('%s shows the notice %j for %j', (operation, parameters, notices) => {
	expect(noticesOf(operation, parameters)).toEqual(notices);
});

it.each([
	['0.0.0.0/0', true],
	['::/0', true],
	['={{ $json.range }}', true],
	['10.0.0.0/8', false],
	['192.0.2.0/20', false],
	['', false],
	[undefined, false],
])('a row with the address %s warns that everybody can connect: %s', (source, isShown) => {
	const rows = panel
		.opened({ resource: 'service', operation: 'create' })
		.fields.filter(({ name }) => name === 'ipAccess')
		.flatMap(innerFields);
	const notice = rows.find(({ type }) => type === 'notice');
	const row = source === undefined ? {} : { source };
	const root = { ipAccess: { values: [row] } };
	expect(notice && panel.isShown(notice, row, root)).toBe(isShown);
});
