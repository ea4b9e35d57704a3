import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { operations as dashboardOperations } from '../../../nodes/CloudDashboard/resources';
import { operations as managementOperations } from '../../../nodes/CloudManagement/resources';
import { SOURCES } from '../../../nodes/CloudManagement/resources/pipe/sources';
import * as parameterNames from '../../../nodes/engine/parameterNames';

const folder = join(__dirname, '../../../nodes/engine');
const lines = readdirSync(folder, { recursive: true, encoding: 'utf8' })
	.filter((name) => name.endsWith('.ts') && name !== 'parameterNames.ts')
	.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'));

const asWords = (text: string) => text.replace(/(?<=[a-z])[A-Z]/g, ' $&');

/** Both nodes share these words, or the engine uses them with another meaning. */
const ORDINARY = /^(?:api request|connection|event|get context|member|service|source|webhook)$/;

describe('nodes/engine', () => {
	it("doesn't mention an API, a resource, or an operation", () => {
		const tables = Object.entries({ ...managementOperations, ...dashboardOperations });
		const names = tables
			.flatMap(([resource, table]) => [
				resource,
				...Object.keys(table).filter((name) => /[A-Z]/.test(name)),
			])
			.map((name) => asWords(name).toLowerCase())
			.filter((name) => !ORDINARY.test(name))
			.map((name) => name.replace(/y$/, '(?:y|ie)').replaceAll(' ', '[ -]?'));
		expect(names.length).toBeGreaterThan(30);
		const named = new RegExp(`\\b(?:click ?(?:house|pipe|stack)|(?:${names.join('|')})s?\\b)`, 'i');
		const found = lines.filter((line) => named.test(asWords(line)));
		expect(found).toEqual([]);
	});

	it("contains no vendor's source, key, path, or limit", () => {
		const vendors =
			/\b(?:aws|azure|big ?query|confluent|gcp|hyper ?dx|kafka|kinesis|mongo(?: ?db)?|my ?sql|organizations?|postgres|pub ?sub|redpanda|s3)\b/i;
		const facts = /\['id'\]|'(?:[\w.]+\.total|next\w*Cursor|requestId|total\w+)'|\b424\b|\/v[12]\b/;
		const found = lines.filter((line) => vendors.test(asWords(line)) || facts.test(line));
		expect(found).toEqual([]);
	});

	it('contains parameter names only in parameterNames.ts', () => {
		// These are also words of TypeScript and n8n.
		const { OPERATION, OPTIONS, RESOURCE, ...names } = parameterNames;
		expect([OPERATION, OPTIONS, RESOURCE]).toEqual(['operation', 'options', 'resource']);
		const spelled = new RegExp(
			`arameters\\??\\.?(?:\\['|(?<=\\.)(?!options\\b)[a-z])|NodeParameter\\('|'(?:${Object.values(names).join('|')})\\b`,
		);
		expect(lines.filter((line) => spelled.test(line))).toEqual([]);
	});
});

it('nodes read the time of day only in time.ts', () => {
	const nodes = join(folder, '..');
	const names = readdirSync(nodes, { recursive: true, encoding: 'utf8' });
	const readers = names
		.filter((name) => name.endsWith('.ts'))
		.filter((name) => /\bDate\.now\b|new Date\(\)/.test(readFileSync(join(nodes, name), 'utf8')));
	expect(readers).toEqual(['engine/time.ts']);
});

it("nodes/CloudManagement/resources/pipe mentions a source only in the source's file", () => {
	const pipes = join(folder, '../CloudManagement/resources/pipe');
	const files = readdirSync(pipes).filter((name) => name.endsWith('.ts'));
	const texts = files.map((name) => readFileSync(join(pipes, name), 'utf8'));
	const kinds = SOURCES.map(({ kind }) => kind).join('|');
	const named = new RegExp(`'(?:source\\.)?(?:${kinds})['.].*`, 'g');
	expect(texts.flatMap((text) => text.match(named) ?? [])).toEqual([]);
});
