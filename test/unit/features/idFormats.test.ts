import { operations as dashboards } from '../../../nodes/CloudDashboard/resources';
import { operations } from '../../../nodes/CloudManagement/resources';
import { dashboardApi } from '../../../nodes/clickStack/api';
import { lookups as dashboardLookups } from '../../../nodes/clickStack/lists';
import { lookups as managementLookups } from '../../../nodes/clickhouseCloud/lists';
import { wirePlan } from '../../../nodes/engine/execution/plan';
import type { NameLookups, Operation, OperationTable } from '../../../nodes/engine/operation';
import { BY_NAME } from '../../../nodes/engine/parameters/properties';
import { withNameAdvice } from '../../../nodes/engine/parameters/recordNames';
import { CLICKSTACK_IDS } from '../../../tools/emulator';
import { CLOUD, contextOf, filled, sentences } from '../management/context';

const LOOKUPS: NameLookups = new Map([...managementLookups, ...dashboardLookups]);
const TABLES: readonly OperationTable[] = [operations, dashboards];

/** Such a field always takes a record's ID or its name. */
const FIELDS = TABLES.flatMap(Object.entries<OperationTable[string]>).flatMap(([resource, table]) =>
	Object.entries(table).flatMap(([name, operation]) =>
		operation.properties
			.filter(({ modes }) => modes?.some((mode) => mode.name === BY_NAME))
			.filter(({ displayOptions, required }) => required === true && displayOptions === undefined)
			.filter(({ name: field }) => field !== 'serviceId')
			.map((field) => ({ of: `${resource} ${name}`, operation, field: field.name })),
	),
);

/** No API could take this name for an ID. */
const NAME = 'Errors of a day';

/** Returns the issues that stop an operation if By ID contains this text. */
function refusals(operation: Operation, field: string, id: string) {
	const parameters = filled(operation, { [field]: id });
	const { issues } = operation.plan(parameters, { ...CLOUD, unusualValues: 'refused' });
	const ofField = issues.filter(({ path, verdict }) => path === field && verdict !== 'hint');
	return sentences(withNameAdvice(ofField, { lookups: LOOKUPS, operation }, parameters), operation);
}

/** The neutral contract has only this operation on dashboards. */
const FREE = 'dashboard update';

it.each(FIELDS.filter(({ of }) => of !== FREE))(
	'$of explains how to enter and list names in $field',
	({ operation, field }) => {
		const [refusal] = refusals(operation, field, NAME);
		expect(refusal).toMatch(
			/(a UUID|an ID of ClickStack|a tile's ID)\..* choose By Name\. [\w ]+ → Get( Many)? lists names and IDs\.(?: To use it anyway, .*)?$/,
		);
	},
);

const { member, reversePrivateEndpoint } = operations;
const { dashboard, teamInvitation, teamMember } = dashboards;

describe("a record's ID", () => {
	it.each([
		{ operation: dashboard.delete, field: 'dashboardId' },
		{ operation: dashboard.get, field: 'dashboardId' },
		{ operation: teamMember.delete, field: 'teamMemberId' },
		{ operation: teamInvitation.delete, field: 'teamInvitationId' },
		{ operation: member.get, field: 'userId' },
		{ operation: member.delete, field: 'userId' },
		{ operation: reversePrivateEndpoint.get, field: 'reversePrivateEndpointId' },
	])('rejects a name in $field', ({ operation, field }) => {
		expect(refusals(operation, field, NAME)).toHaveLength(1);
	});

	it.each([
		{ operation: member.get, field: 'userId' },
		{ operation: reversePrivateEndpoint.get, field: 'reversePrivateEndpointId' },
		{ operation: dashboard.update, field: 'dashboardId' },
	])('is free in the neutral contract, without a hint: $field', ({ operation, field }) => {
		const parameters = filled(operation, { [field]: NAME });
		const { issues } = operation.plan(parameters, contextOf());
		expect(issues.filter(({ path }) => path === field)).toEqual([]);
	});

	it('has 24 hexadecimal digits in ClickStack', () => {
		const { dashboardId } = CLICKSTACK_IDS;
		for (const id of [dashboardId, ` ${dashboardId.toUpperCase()} `]) {
			expect(refusals(dashboard.get, 'dashboardId', id)).toEqual([]);
		}
		// Mongo would take 12 letters for an ID.
		expect(refusals(dashboard.delete, 'dashboardId', 'Production A')).toHaveLength(1);
	});
});

describe("an alert's tile", () => {
	const { create } = dashboards.alert;
	const fields = { source: 'tile', dashboardId: CLICKSTACK_IDS.dashboardId };
	const stopped = (tileId: string, options = {}) => {
		const parameters = filled(create, { ...fields, tileId, options });
		const { issues } = wirePlan({ api: dashboardApi, operation: create }, parameters, contextOf());
		return issues.filter(({ path, verdict }) => path === 'tileId' && verdict !== 'hint');
	};

	it("can't be a text with spaces, unless the options allow it", () => {
		expect(stopped('Errors over time')).toHaveLength(1);
		expect(stopped('Errors over time', { allowUnlisted: true })).toEqual([]);
	});

	// ClickStack's app and its API make different IDs.
	it.each([CLICKSTACK_IDS.tileId, 'k3j9x0a1b2c'])('accepts the tile ID %s', (tileId) => {
		expect(stopped(tileId)).toEqual([]);
	});
});
