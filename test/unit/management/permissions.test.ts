import { operations } from '../../../nodes/CloudManagement/resources';
import { failureDetails } from '../../../nodes/engine/errors/nodeErrors';
import type { ListedOperation } from '../../../nodes/engine/resource';
import { managementApi } from '../../../nodes/clickhouseCloud/api';

/** The vendor's name for each operation's permission, without its prefix. */
const NAMED: Readonly<Record<string, string>> = {
	'activity get': 'organization:view-activities',
	'activity getAll': 'organization:view-activities',
	'apiKey create': 'organization:create-api-keys',
	'apiKey delete': 'organization:view-api-keys',
	'apiKey get': 'organization:view-api-keys',
	'apiKey getAll': 'organization:view-api-keys',
	'apiKey update': 'organization:view-api-keys',
	'backup get': 'service:view-backups',
	'backup getAll': 'service:view-backups',
	'backup getConfiguration': 'service:view-backups',
	'backup updateConfiguration': 'service:manage-backups',
	'backup wait': 'service:view-backups',
	'byocInfrastructure create': 'organization:manage',
	'byocInfrastructure delete': 'organization:manage',
	'byocInfrastructure update': 'organization:manage',
	'invitation create': 'organization:manage',
	'invitation delete': 'organization:manage',
	'invitation get': 'organization:view',
	'invitation getAll': 'organization:view',
	'member delete': 'organization:manage',
	'member get': 'organization:view',
	'member getAll': 'organization:view',
	'member update': 'organization:manage',
	'organization get': 'organization:view',
	'organization update': 'organization:manage',
	'pipe create': 'service:manage-clickpipes',
	'pipe delete': 'service:manage-clickpipes',
	'pipe get': 'service:manage-clickpipes',
	'pipe getAll': 'service:manage-clickpipes',
	'pipe getCdcScaling': 'service:manage-clickpipes',
	'pipe getSettings': 'service:manage-clickpipes',
	'pipe resync': 'service:manage-clickpipes',
	'pipe scale': 'service:manage-clickpipes',
	'pipe start': 'service:manage-clickpipes',
	'pipe stop': 'service:manage-clickpipes',
	'pipe update': 'service:manage-clickpipes',
	'pipe updateCdcScaling': 'service:manage-clickpipes',
	'pipe updateSettings': 'service:manage-clickpipes',
	'pipe wait': 'service:manage-clickpipes',
	'privateEndpoint create': 'service:manage-private-endpoints',
	'privateEndpoint getConfiguration': 'service:view-private-endpoints',
	'queryEndpoint create': 'service:manage-query-api-endpoints',
	'queryEndpoint delete': 'service:manage-query-api-endpoints',
	'queryEndpoint get': 'service:view-query-api-endpoints',
	'queryEndpoint getAll': 'service:view-query-api-endpoints',
	'queryEndpoint update': 'service:manage-query-api-endpoints',
	'reversePrivateEndpoint create': 'service:manage-clickpipes',
	'reversePrivateEndpoint delete': 'service:manage-clickpipes',
	'reversePrivateEndpoint get': 'service:manage-clickpipes',
	'reversePrivateEndpoint getAll': 'service:manage-clickpipes',
	'reversePrivateEndpoint update': 'service:manage-clickpipes',
	'reversePrivateEndpoint wait': 'service:manage-clickpipes',
	'role create': 'organization:manage',
	'role delete': 'organization:manage',
	'role get': 'organization:manage',
	'role getAll': 'organization:manage',
	'role update': 'organization:manage',
	'service create': 'organization:create-service',
	'service delete': 'service:delete',
	'service get': 'service:view',
	'service resetPassword': 'service:manage',
	'service scale': 'service:manage-scaling-config',
	'service start': 'service:manage',
	'service stop': 'service:manage',
	'service update': 'service:manage',
	'service wait': 'service:view',
	'service wake': 'service:view',
	'usageCost get': 'organization:view',
};

/** The document names none. */
const UNNAMED = [
	...['apiRequest send', 'apiRequest wait', 'service getAll'],
	...['byocInfrastructure get', 'byocInfrastructure validate', 'byocInfrastructure wait'],
	...['creditBalance get', 'quota getAll', 'pipe discoverSchema', 'pipe getContext'],
	...['service getScalingSchedule', 'service setScalingSchedule', 'service deleteScalingSchedule'],
	...['snapshot get', 'snapshot getAll', 'snapshot wait'],
	...['snapshot getConfiguration', 'snapshot updateConfiguration'],
	...[
		'savedQuery create',
		'savedQuery delete',
		'savedQuery get',
		'savedQuery getAll',
		'savedQuery update',
	],
];

const ALL = new Map<string, ListedOperation>(
	Object.entries(operations).flatMap(([resource, of]) =>
		Object.entries(of).map(([name, operation]) => [`${resource} ${name}`, operation] as const),
	),
);

/** Returns the error of a refused read of a backup. */
function refusedRead(status: number, error: string) {
	const response = { status, headers: {}, text: '', json: { error } };
	return failureDetails(
		{ kind: 'rejected', response, attempts: 1, maybeSent: false },
		{
			api: managementApi,
			operation: operations.backup.get,
			request: { method: 'GET' },
			redact: (text) => text,
		},
	);
}

describe('the permission that a key needs', () => {
	it.each([...Object.keys(NAMED), ...UNNAMED])(
		'is for %s the one that the document names',
		(name) => {
			const operation = ALL.get(name);
			expect(operation?.name).toBeDefined();
			expect(operation?.permission).toBe(NAMED[name]);
		},
	);

	it('is known for every operation, or known not to be named', () => {
		expect([...ALL.keys()].sort()).toEqual([...Object.keys(NAMED), ...UNNAMED].sort());
	});

	it('is in the advice for a 403, and for no other status', () => {
		const adviceFor = (status: number) => refusedRead(status, 'FORBIDDEN: no').description;
		expect(adviceFor(403)).toContain('control-plane:service:view-backups');
		expect(adviceFor(401)).not.toContain('control-plane');
	});
});

describe('a refusal with many clauses', () => {
	it('shows the first in the headline, and each once in the description', () => {
		const clauses = ['a', 'b', 'c', 'd'].map(
			(key) => `source.${key}: ${'is not valid '.repeat(5)}`,
		);
		const error = `Body validation failed: ${[...clauses, ...clauses].join('; ')}`;
		const { message, description } = refusedRead(400, error);
		expect(message).toMatch(
			/status 400: Body validation failed: source\.a: .*, and 3 more issues$/,
		);
		expect(message).not.toContain('source.b');
		expect(description.match(/source\.\w/g)).toEqual([
			'source.a',
			'source.b',
			'source.c',
			'source.d',
		]);
	});
});
