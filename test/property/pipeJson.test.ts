import * as fc from 'fast-check';

import { createPipe } from '../../nodes/CloudManagement/resources/pipe/create';
import { validateRequest } from '../../tools/contract';
import { contextOf, SERVICE_ID } from '../unit/management/context';
import { changedJson, placesIn } from './changedJson';
import { VALID_PIPES } from './validPipes';

const values = fc.oneof(
	fc.constant(undefined),
	fc.constant(null),
	fc.boolean(),
	fc.integer({ min: -1, max: 70_000_000_000 }),
	fc.double({ noNaN: true, noDefaultInfinity: true }),
	fc.constantFrom('', ' ', 'x', 'IAM_USER', 'IAM_ROLE', 'PLAIN', 'MUTUAL_TLS', 'CONNECTION_STRING'),
	fc.constantFrom('s3', 'azureblobstorage', 'kafka', 'msk', 'azureeventhub', 'from_timestamp'),
	fc.constantFrom('AT_TIMESTAMP', '2026-05-31T14:30', '2026-02-30T14:30', 'https://x', 'http://x'),
	fc.constantFrom([], ['x'], [1], {}, { username: 'u' }, { credentials: {} }, { password: 'p' }),
);

function refusals(body: unknown): string[] {
	const parameters = { serviceId: SERVICE_ID, pipeInput: 'json', pipeJson: JSON.stringify(body) };
	return createPipe.plan(parameters, contextOf()).issues.map(({ path }) => path);
}

function violations(body: unknown): string[] {
	const { request } = createPipe.plan({ serviceId: SERVICE_ID }, contextOf());
	return validateRequest({ api: 'management', method: 'POST', path: request.path, body });
}

describe('any JSON pipe', () => {
	it.each(Object.entries(VALID_PIPES))('%s is valid at first', (_kind, body) => {
		expect(refusals(body)).toEqual([]);
		expect(violations(body)).toEqual([]);
	});

	it('is either refused with named fields or valid for the contract', () => {
		const bodies = Object.values(VALID_PIPES);
		const mutation = fc.record({ at: fc.nat(), value: values });
		fc.assert(
			fc.property(
				fc.constantFrom(...bodies),
				fc.array(mutation, { minLength: 1, maxLength: 3 }),
				(valid, mutations) => {
					const body = mutations.reduce<unknown>((current, { at, value }) => {
						const all = placesIn(current);
						return changedJson(current, all[at % all.length] ?? [], value);
					}, valid);
					const refused = refusals(body);
					if (refused.length === 0)
						expect({ body, violations: violations(body) }).toEqual({ body, violations: [] });
					else expect(refused.every((field) => field !== '')).toBe(true);
				},
			),
			{ seed: 20_261_121, numRuns: 3_000 },
		);
	});

	it('keeps every unknown key', () => {
		fc.assert(
			fc.property(
				fc.constantFrom(...Object.values(VALID_PIPES)),
				fc.dictionary(
					fc.string().map((name) => `novel_${name}`),
					fc.jsonValue({ maxDepth: 2 }),
					{ maxKeys: 4 },
				),
				(valid, extra) => {
					const body = { ...valid, ...extra };
					const pipeJson = JSON.stringify(body);
					const plan = createPipe.plan(
						{ serviceId: SERVICE_ID, pipeInput: 'json', pipeJson },
						contextOf(),
					);
					expect(plan.request.body).toEqual(JSON.parse(pipeJson));
				},
			),
			{ seed: 7, numRuns: 300 },
		);
	});
});
