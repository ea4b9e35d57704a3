import Ajv from 'ajv';

import { SECRET_PATHS } from '../../../nodes/CloudManagement/resources/pipe/sources';
import { isJsonObject } from '../../../tools/contract/json';
import { jsonSchemas, schemaAt } from '../../../tools/docs/schemas/jsonSchemas';
import { allowedDashboards, allowedPipes, WITH_TABLE } from '../../property/allowedBodies';

const SCHEMAS = jsonSchemas();
const ajv = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true });

/** Makes a schema refuse unknown keys. */
function closed(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(closed);
	if (!isJsonObject(value)) return value;
	const parts = Object.entries(value).map(([name, part]) => [name, closed(part)] as const);
	const others = value['properties'] === undefined ? {} : { additionalProperties: false };
	return { ...others, ...Object.fromEntries(parts) };
}

/** The contract lists these keys for any source, but a pipe from this kind of source doesn't have them. */
function isOfOtherKinds(path: string, kind: string): boolean {
	const isOfTable =
		/^(?:fieldMappings|destination\.(?:table|managedTable|tableDefinition|columns))$/;
	if (/^(?:scaling|settings)\b/.test(path)) return true;
	return !WITH_TABLE.includes(kind) && isOfTable.test(path);
}

describe.each(Object.entries(SCHEMAS))('docs/schemas/%s.json', (name, schema) => {
	const bodies = name === 'dashboard' ? allowedDashboards() : allowedPipes(name);

	it('accepts every value that the contract accepts', () => {
		const validate = ajv.compile(schema);
		for (const body of bodies) {
			const faults = validate(body) ? [] : validate.errors;
			expect({ body, faults }).toEqual({ body, faults: [] });
		}
	});

	it('contains every key of the contract, except secrets', () => {
		const validate = ajv.compile(Object(closed(schema)));
		const missing = bodies.flatMap((body) => {
			const errors = validate(body) ? [] : (validate.errors ?? []);
			return errors.map(({ instancePath, params }) =>
				`${instancePath}/${String(params['additionalProperty'])}`.slice(1).replaceAll('/', '.'),
			);
		});
		const isKnown = (path: string) => SECRET_PATHS.includes(path) || isOfOtherKinds(path, name);
		expect([...new Set(missing)].filter((path) => !isKnown(path))).toEqual([]);
	});
});

it.each(SECRET_PATHS)('the schema explains that the credential fills in %s', (path) => {
	const [, kind = '', ...names] = path.split('.');
	const member = names.pop() ?? '';
	const owner = schemaAt(SCHEMAS[kind] ?? {}, ['source', kind, ...names].join('.'));
	expect(owner['description']).toMatch(new RegExp(`Leave out [^.]*\\b${member}\\b`));
	expect(owner['properties']).not.toHaveProperty(member);
});
