import type { INodeParameters, INodeProperties, NodeParameterValueType } from 'n8n-workflow';

import type { EmulatorIds } from '../emulator/state/ids';
import { SOUND_PIPES } from '../property/soundPipes';
import type { Random } from './random';

const REGISTRY = { schemaRegistryUsername: 'ru', schemaRegistryPassword: 'rp' };
const LOGIN = { method: 'usernamePassword', username: 'u', password: 'p' };
const ACCESS_KEY = { method: 'accessKey', accessKeyId: 'AK', secretKey: 'SK' };
const CERTIFICATE = {
	method: 'clientCertificate',
	certificate: '-----BEGIN CERTIFICATE-----\nQQ==\n-----END CERTIFICATE-----\n',
	privateKey: '-----BEGIN PRIVATE KEY-----\nQQ==\n-----END PRIVATE KEY-----\n',
};
const CONNECTION_STRING = {
	method: 'connectionString',
	connectionString: 'AccountName=a;AccountKey=b',
};

/** Every member of the source's credential; a plan takes those that the authentication needs. */
export const SOUND_SOURCE = {
	...CERTIFICATE,
	...CONNECTION_STRING,
	...ACCESS_KEY,
	...REGISTRY,
	...LOGIN,
};

/** A credential with the members of the one method that a form needs, as a user has it. */
export function soundSourceFor(parameters: INodeParameters): Record<string, string> {
	const { kafkaType, sourceKind } = parameters;
	const authentication =
		typeof sourceKind === 'string' ? parameters[`${sourceKind}Authentication`] : undefined;
	switch (authentication) {
		case 'IAM_ROLE':
			return { method: 'schemaRegistryOnly', ...REGISTRY };
		case 'IAM_USER':
			return { ...ACCESS_KEY, ...REGISTRY };
		case 'MUTUAL_TLS':
			return { ...CERTIFICATE, ...REGISTRY };
		case 'CONNECTION_STRING':
			return CONNECTION_STRING;
		default:
			return { ...(kafkaType === 'azureeventhub' ? CONNECTION_STRING : LOGIN), ...REGISTRY };
	}
}

/** Values of text fields whose form matters, by the field's name. */
function textsByName(ids: EmulatorIds): Readonly<Record<string, string>> {
	return {
		organizationId: ids.organizationId,
		serviceId: ids.serviceId,
		pipeId: ids.postgresPipeId,
		backupId: ids.backupId,
		activityId: ids.activityId,
		reversePrivateEndpointId: ids.reversePrivateEndpointId,
		userId: ids.userId,
		dashboardId: ids.dashboardId,
		id: ids.tileId,
		email: 'ada@example.com',
		vpcCidrRange: '10.20.0.0/16',
		kafkaSchemaRegistryUrl: 'https://registry.example.com',
		pipeJson: JSON.stringify(SOUND_PIPES.kafka),
		columnsList: 'id UInt64, price Decimal(10, 2) cost',
		tableMappingsList: 'public.orders shop_orders\npeople',
		tilesList: '"Errors over time" time level:error service\nOrders number',
		sourceAdditionalMembers: '{}',
		body: '{ "name": "Reporting" }',
		types: 'service_create',
		dashboardJson: JSON.stringify({ name: 'Shop', tiles: [{ name: 'A' }], tags: ['a'] }),
	};
}

/** The path of a request that any emulator takes; each API has its own. */
function pathFor({ placeholder = '' }: INodeProperties): string {
	return placeholder.includes('/api/v2/')
		? '/api/v2/echo'
		: '/v1/organizations/{organizationId}/echo';
}

/** The values that an `options` field offers. */
export function offered(field: INodeProperties): Array<string | number | boolean> {
	return (field.options ?? []).flatMap((option) => ('value' in option ? [option.value] : []));
}

/** A sound value for a field that is no group. Seeded by `random`. */
export function soundValue(
	field: INodeProperties,
	random: Random,
	ids: EmulatorIds,
): NodeParameterValueType {
	switch (field.type) {
		case 'options':
			return random.pick(offered(field));
		case 'multiOptions':
			return offered(field).filter((value): value is string => typeof value === 'string');
		case 'boolean':
			// With a slot name beside it, this one may not be on.
			return field.name !== 'postgresSettingsEnableFailoverSlots' && random.next() < 0.5;
		case 'number':
			return numberFor(field, random);
		case 'dateTime':
			// Behind all the others, which may stand beside it as Since.
			if (field.name === 'until') return '2026-06-30T00:00:00';
			return random.pick(['2026-05-31T14:30:00', '2026-05-31T14:30:59.5+05:30', '2026-01-01']);
		default:
			if (field.name === 'path') return pathFor(field);
			return textsByName(ids)[field.name] ?? `${field.name}-${String(random.integer(1, 999))}`;
	}
}

function numberFor({ typeOptions }: INodeProperties, random: Random): number {
	const { minValue = 1, maxValue = minValue + 100, numberPrecision } = typeOptions ?? {};
	const place = random.pick([minValue, maxValue, minValue + (maxValue - minValue) / 2]);
	return numberPrecision === 0 ? Math.floor(place) : place;
}
