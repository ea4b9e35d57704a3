import { accepts, documentOf } from '../../tools/contract';
import { type Api, resolve, type Vendor } from '../../tools/contract/documents';
import { isJsonObject, type JsonObject, listAt } from '../../tools/contract/json';
import type { Random } from '../../tools/random';

/** Some texts have the form that a schema requires, and any field must tolerate the others. */
const TEXTS = [
	'x',
	'a b',
	'ü — 漢字',
	'***',
	'null',
	'id',
	"O'Brien; DROP",
	'{{ $json.x }}',
	'-',
	'0',
	'https://registry.example.com/a?b=c',
	'HTTPS://r',
	'ada@example.com',
	'10.0.0.0/16',
	'mongodb+srv://c.example.com',
	'gs://staging/orders',
	'2026-05-31T14:30:00Z',
	'2026-05-31T14:30',
	'2028-02-29T00:00',
	'12345678-1234-4234-8234-123456789abc',
	'2026-05-31',
	'15m',
	'23:00',
	'65f0c0ffee0123456789abcd',
	'user/u',
	'rcfg-1',
	'chart-1',
	'projects/p/regions/r/serviceAttachments/n',
	`${'k'.repeat(43)}=`,
	'a9'.repeat(20),
];

/** The contracts describe these values only as text, while the nodes know more. */
const USUAL: Readonly<Record<string, string | readonly string[]>> = {
	brokers: '[2001:db8::1]:9092,b-1.example.com',
	glueRoleArn: 'arn:aws-cn:iam::123456789012:role/glue/r',
	host: 'db.example.com',
	iamRole: 'arn:aws-us-gov:iam::123456789012:role/r',
	mskClusterArn: 'arn:aws:kafka:us-east-1:123456789012:cluster/orders/0a1b2c3d',
	sortingKey: ['toDate(created_at)'],
	tlsHost: '2001:db8::1',
	topics: 'orders,returns',
	url: 's3://bucket.example.com/orders/*.json',
	vpcResourceShareArn: 'arn:aws:ram:us-east-1:123456789012:resource-share/0a1b2c3d',
};

/** Makes values that an OpenAPI schema accepts, key by key. */
export class ContractBodies {
	constructor(
		private readonly api: Api | Vendor,
		private readonly random: Random,
		/** These keys are left out everywhere, such as other kinds of source. */
		private readonly omitted: ReadonlySet<string> = new Set(),
	) {}

	/** Fits a value to the schema with minimal changes. Undefined means no value yet. */
	make(given: unknown, existing: unknown, outer: readonly unknown[] = []): unknown {
		const schema = resolve(documentOf(this.api), given);
		if (!isJsonObject(schema)) return existing;
		// Parts often describe keys that another part requires.
		const required = [...outer, ...listAt(schema, 'required')];
		let value = this.ofType(schema, existing, required);
		for (const part of listAt(schema, 'allOf')) value = this.make(part, value, required);
		for (const name of ['anyOf', 'oneOf']) {
			const parts = listAt(schema, name);
			if (parts.length > 0) value = this.make(this.random.pick(parts), value);
		}
		if (schema['if'] !== undefined) {
			const branch = accepts(this.api, schema['if'], value) ? schema['then'] : schema['else'];
			value = this.make(branch, value);
		}
		return this.without(schema['not'], value);
	}

	private ofType(schema: JsonObject, existing: unknown, required: readonly unknown[]): unknown {
		const types = [schema['type']].flat().filter((type) => type !== 'null');
		if (isJsonObject(existing) || types[0] === 'object' || schema['properties'] !== undefined) {
			return this.object(schema, isJsonObject(existing) ? existing : {}, required);
		}
		if (existing !== undefined && accepts(this.api, schema, existing)) return existing;
		if (schema['const'] !== undefined) return schema['const'];
		const offered = listAt(schema, 'enum').filter((value) => value !== null);
		if (offered.length > 0) return this.random.pick(offered);
		return this.scalarOrList(schema, types[0], existing);
	}

	private scalarOrList(schema: JsonObject, type: unknown, existing: unknown): unknown {
		switch (type) {
			case 'string':
				if (schema['maxLength'] === 0) return '';
				return this.random.pick(TEXTS.filter((text) => accepts(this.api, schema, text)));
			case 'boolean':
				return this.random.next() < 0.5;
			case 'integer':
			case 'number':
				return this.number(schema, type === 'integer');
			case 'array':
				return Array.from({ length: this.random.integer(0, 3) }, () =>
					this.make(schema['items'] ?? { type: 'string' }, undefined),
				);
			default:
				return schema['type'] === 'null' ? undefined : existing;
		}
	}

	private number({ minimum = 0, maximum = 1e12 }: JsonObject, integer: boolean): number {
		const [low, high] = [Number(minimum), Number(maximum)];
		const between = low + (high - low) * this.random.next();
		return this.random.pick([low, high, integer ? Math.floor(between) : between]);
	}

	private object(
		schema: JsonObject,
		existing: JsonObject,
		required: readonly unknown[],
	): JsonObject {
		const names = schema['propertyNames'];
		const value = Object.fromEntries(
			Object.entries(existing).filter(
				([name]) => names === undefined || accepts(this.api, names, name),
			),
		);
		const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
		for (const [name, member] of Object.entries(properties)) {
			if (this.omitted.has(name)) continue;
			const known = Object.hasOwn(value, name) && value[name] !== null;
			if (!known && !required.includes(name) && this.random.next() < 0.4) {
				if (this.random.next() < 0.3 && accepts(this.api, member, null)) value[name] = null;
				continue;
			}
			const made = this.make(member, known ? value[name] : undefined);
			if (made === undefined) Reflect.deleteProperty(value, name);
			else value[name] = this.usual(name, member, made);
		}
		return value;
	}

	private usual(name: string, schema: unknown, made: unknown): unknown {
		const usual = made === null ? undefined : USUAL[name];
		return usual !== undefined && accepts(this.api, schema, usual) ? usual : made;
	}

	/** Removes keys that `not: { required: [...] }` forbids. */
	private without(not: unknown, value: unknown): unknown {
		if (!isJsonObject(not) || !isJsonObject(value)) return value;
		const forbidden = [not, ...listAt(not, 'anyOf')].flatMap((part) => listAt(part, 'required'));
		return Object.fromEntries(Object.entries(value).filter(([name]) => !forbidden.includes(name)));
	}
}
