import Ajv from 'ajv';

import { SECRET_PATHS } from '../../../nodes/CloudManagement/resources/pipe/sources';
import { validateRequest } from '../../../tools/contract';
import {
	allowedDashboards,
	allowedPipes,
	CLOUD_KINDS,
	KINDS,
	WITH_TABLE,
} from '../../property/allowedBodies';
import { VALID_PIPES } from '../../property/validPipes';
import { SERVICE_PATH } from '../../unit/management/context';
import type { Member } from './contractOutline';
import { outlineOf } from './contractOutline';
import { jsonSchemas, schemaAt } from '../../../tools/docs/schemas/jsonSchemas';

const SCHEMAS = jsonSchemas();
const ajv = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true });
const validators = new Map(
	Object.entries(SCHEMAS).map(([name, schema]) => [name, ajv.compile(schema)] as const),
);

function faults(name: string, body: unknown): unknown[] {
	const validate = validators.get(name);
	if (validate === undefined) throw new Error(`There is no schema "${name}"`);
	return validate(body) ? [] : (validate.errors ?? []);
}

/** The contract's keys of a body, without the secrets and the other sources. */
function contractOutline(name: string): Record<string, Member> {
	if (name === 'dashboard') {
		const { sourceId } = outlineOf({ $ref: '#/components/schemas/SeriesBase' }, 'clickstack');
		return {
			...outlineOf({ $ref: '#/components/schemas/DashboardUpdate' }, 'dashboard'),
			...(sourceId && { 'tiles[].series[].sourceId': { ...sourceId, required: false } }),
		};
	}
	const newPipe = { $ref: '#/components/schemas/NewPipe' };
	const all = united(outlineOf(newPipe, 'management'), outlineOf(newPipe, 'clickhouseCloud'));
	const others = [...KINDS, ...CLOUD_KINDS]
		.filter((kind) => kind !== name)
		.map((kind) => `source.${kind}`);
	const leftOut = [...others, ...SECRET_PATHS];
	const isKept = (path: string) =>
		leftOut.every((other) => path !== other && !path.startsWith(`${other}.`));
	return Object.fromEntries(Object.entries(all).filter(([path]) => isKept(path)));
}

/** The neutral contract's keys, and the keys and values that only ClickHouse Cloud's has. */
function united(
	neutral: Record<string, Member>,
	cloud: Record<string, Member>,
): Record<string, Member> {
	// The schemas spell the settings as the node accepts them.
	const added = Object.entries(cloud).filter(([path]) => !path.startsWith('settings.clickhouse_'));
	const members = added.map(([path, member]) => {
		const known = neutral[path];
		// The node sends values that the neutral contract doesn't list with a hint: another service may support other values.
		if (known === undefined && path.startsWith('source.postgres.')) {
			return [path, anyValue(member)] as const;
		}
		if (known === undefined) return [path, member] as const;
		// Keys that only one of them requires depend on the rest of the body.
		const both = { ...known, required: known.required && member.required };
		if (known.enum === undefined) return [path, both] as const;
		const values = new Set([...known.enum, ...(member.enum ?? [])]);
		return [path, { ...both, enum: [...values].sort() }] as const;
	});
	return { ...neutral, ...Object.fromEntries(members) };
}

function anyValue({ types, minimum, maximum, required }: Member): Member {
	return { types, minimum, maximum, required };
}

/** The keys that the schemas require and the contract does not require, or requires only under a condition. */
const REQUIRED_HERE: Record<string, string[]> = {
	// If they were missing, an update would empty the dashboard.
	dashboard: ['name', 'tiles'],
	...Object.fromEntries(
		WITH_TABLE.map((kind) => [
			kind,
			['columns', 'managedTable', 'table'].map((name) => `destination.${name}`),
		]),
	),
};

/**
 * A pipe has no settings and scaling of other sources, and one from Postgres has no table, which the contract lists for
 * all.
 */
const isOfOtherKinds = (path: string, kind: string) =>
	/^(scaling|settings)\b/.test(path) ||
	(!WITH_TABLE.includes(kind) &&
		/^(fieldMappings|destination\.(table|managedTable|tableDefinition|columns))\b/.test(path));

describe.each(Object.keys(SCHEMAS))('docs/schemas/%s.json', (name) => {
	const schema = SCHEMAS[name] ?? {};

	it('accepts every value that the contract accepts', () => {
		const bodies = name === 'dashboard' ? allowedDashboards() : allowedPipes(name);
		for (const body of bodies)
			expect({ body, faults: faults(name, body) }).toEqual({ body, faults: [] });
	});

	it('has the same keys, types, enumerations and bounds as the contract', () => {
		const contract = contractOutline(name);
		const outline = outlineOf(schema);
		const missing = Object.keys(contract).filter((path) => !(path in outline));
		expect(missing.filter((path) => !isOfOtherKinds(path, name))).toEqual([]);
		const required = REQUIRED_HERE[name] ?? [];
		const expected = Object.fromEntries(
			Object.keys(outline).map((path) => {
				const member = contract[path];
				const isRequired = member?.required === true || required.includes(path);
				return [path, { ...member, required: isRequired || isPipeSource(path, name) }];
			}),
		);
		expect(outline).toEqual(expected);
	});
});

/** The contract requires exactly one source by `oneOf`. */
const isPipeSource = (path: string, kind: string) => path === `source.${kind}`;

it.each(Object.entries(VALID_PIPES))(
	'the contract refuses a pipe from %s that lacks a key required only by its schema',
	(name, body) => {
		const kind = name === 'azure' ? 'objectStorage' : name;
		const refusedWithout = (member: string) => {
			const changed: { destination: object } = structuredClone(body);
			Reflect.deleteProperty(changed.destination, member.replace('destination.', ''));
			const path = `${SERVICE_PATH}/pipes`;
			return validateRequest({ api: 'management', method: 'POST', path, body: changed }).length > 0;
		};
		const required = REQUIRED_HERE[kind] ?? [];
		expect(required.filter((member) => !refusedWithout(member))).toEqual([]);
	},
);

it('the schema of Postgres has a destination without a table, and no field mappings', () => {
	const paths = Object.keys(outlineOf(SCHEMAS['postgres']));
	const own = paths.filter((path) => /^(?:destination\.|fieldMappings)/.test(path));
	expect(own).toEqual(['destination.database', 'destination.roles']);
});

// The contract's keys without the secrets show that they are no keys.
it.each(SECRET_PATHS)('the schema states that the credential fills in %s', (path) => {
	const [, kind = '', ...names] = path.split('.');
	const member = names.pop() ?? '';
	const owner = schemaAt(SCHEMAS[kind] ?? {}, ['source', kind, ...names].join('.'));
	expect(owner['description']).toContain(`Leave out ${member}`);
});
