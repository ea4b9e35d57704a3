import * as fc from 'fast-check';
import { DateTime } from 'luxon';

import { objectBody } from '../../nodes/engine/request';
import type { JsonObject } from '../../nodes/engine/json';
import { createPipe } from '../../nodes/CloudManagement/resources/pipe/create';
import { objectMember } from '../../nodes/engine/json';
import { parseTime } from '../../nodes/engine/time';
import { cloudIssues, contextOf, SERVICE_ID } from '../unit/management/context';

const ZONES = Intl.supportedValuesOf('timeZone');
const SECOND = 1000;

/** n8n spells an instant in all these ways, in the workflow's time zone and another one. */
function spellings(millis: number, zone: string, elsewhere: string): [string, unknown][] {
	const here = DateTime.fromMillis(millis, { zone });
	const there = here.setZone(elsewhere);
	const withZone: [string, unknown][] = [
		['ISO in UTC', here.toUTC().toISO()],
		['ISO with an offset', there.toISO()],
		['ISO of the week', there.toFormat("kkkk-'W'WW-c'T'HH:mm:ss.SSSZZ")],
		['SQL with an offset', there.toSQL()],
		['a luxon date', there],
		['a JavaScript date', here.toJSDate()],
		['milliseconds', millis],
		['milliseconds as text', String(millis)],
		['seconds', millis / SECOND],
		['spaces around it', ` ${String(there.toISO())} `],
	];
	const local = here.toISO({ includeOffset: false });
	// Two instants share a time within an hour that the clock repeats.
	const unique = DateTime.fromISO(String(local), { zone }).toMillis() === millis;
	const withoutZone: [string, unknown][] = [
		['ISO in the zone of the workflow', local],
		['SQL in the zone of the workflow', here.toSQL({ includeOffset: false })],
	];
	return unique ? [...withZone, ...withoutZone] : withZone;
}

function sourceOf(parameters: Record<string, unknown>, timezone: string): JsonObject {
	const plan = createPipe.plan(
		{
			serviceId: SERVICE_ID,
			pipeInput: 'fields',
			name: 'Orders',
			destinationDatabase: 'd',
			...parameters,
		},
		contextOf({ timezone }),
	);
	return objectMember(objectBody(plan.request), 'source') ?? {};
}

function kinesisTimestamp(value: unknown, timezone: string): unknown {
	const form = {
		sourceKind: 'kinesis',
		kinesisIteratorType: 'AT_TIMESTAMP',
		kinesisTimestamp: value,
	};
	return objectMember(sourceOf(form, timezone), 'kinesis')?.['timestamp'];
}

function kafkaTimestamp(value: unknown, timezone: string): unknown {
	const form = {
		sourceKind: 'kafka',
		kafkaType: 'kafka',
		kafkaAuthentication: 'PLAIN',
		kafkaOffsetStrategy: 'from_timestamp',
		kafkaOffsetTimestamp: value,
	};
	const kafka = objectMember(sourceOf(form, timezone), 'kafka') ?? {};
	return objectMember(kafka, 'offset')?.['timestamp'];
}

describe('any timestamp in any time zone', () => {
	const instants = fc.integer({ min: Date.UTC(2001, 8, 10), max: Date.UTC(2099, 0, 1) });
	const zones = fc.constantFrom(...ZONES);

	it("becomes the same instant in Kinesis seconds and in Kafka's UTC minutes", () => {
		fc.assert(
			fc.property(instants, zones, zones, (millis, zone, elsewhere) => {
				const seconds = Math.floor(millis / SECOND);
				const minutes = new Date(millis).toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);
				for (const [how, value] of spellings(millis, zone, elsewhere)) {
					const kinesis = kinesisTimestamp(value, zone);
					const kafka = kafkaTimestamp(value, zone);
					expect({ how, value, kinesis, kafka }).toEqual({
						how,
						value,
						kinesis: seconds,
						kafka: minutes,
					});
				}
			}),
			{ seed: 20_261_121, numRuns: 300 },
		);
	});
});

it('reads a time in UTC as luxon does, whether or not the day exists', () => {
	const digits = (length: number, max: number) =>
		fc.integer({ min: 0, max }).map((value) => String(value).padStart(length, '0'));
	const time = fc
		.tuple(digits(2, 25), digits(2, 61), digits(2, 61))
		.map((parts) => parts.join(':'));
	const date = fc
		.tuple(digits(4, 9999), digits(2, 13), digits(2, 32))
		.map((parts) => parts.join('-'));
	const fraction = fc.constantFrom('', '.5', '.07', '.123');
	fc.assert(
		fc.property(date, time, fraction, fc.constantFrom(...ZONES), (day, hour, part, zone) => {
			const text = `${day}T${hour}${part}Z`;
			const expected = DateTime.fromISO(text);
			expect(parseTime(text, zone)?.toMillis()).toBe(
				expected.isValid ? expected.toMillis() : undefined,
			);
		}),
		{
			examples: [
				['2026-02-30', '10:00:00', '', 'UTC'],
				['2026-05-31', '24:00:00', '', 'UTC'],
			],
		},
	);
});

it.each([
	['202605311430', '2026-05-31T12:30:00.000Z'],
	['20260531143015', '2026-05-31T12:30:15.000Z'],
	['20260531', '2026-05-30T22:00:00.000Z'],
	['2026-W22-7T14:30', '2026-05-31T12:30:00.000Z'],
	[20_260_531, '2026-05-30T22:00:00.000Z'],
	['2026-05', '2026-04-30T22:00:00.000Z'],
	['2026-151', '2026-05-30T22:00:00.000Z'],
	[202_605_311_430, '2026-05-31T12:30:00.000Z'],
	[20_260_531_143_015, '2026-05-31T12:30:15.000Z'],
	[0, '1970-01-01T00:00:00.000Z'],
	['0', '1970-01-01T00:00:00.000Z'],
	[-1, '1969-12-31T23:59:59.000Z'],
	['-1', '1969-12-31T23:59:59.000Z'],
	['-2026.5', '1969-12-31T23:26:13.500Z'],
	[946_684_800, '2000-01-01T00:00:00.000Z'],
	['1780237800', '2026-05-31T14:30:00.000Z'],
	['1780237800000', '2026-05-31T14:30:00.000Z'],
	[1_780_237_800.5, '2026-05-31T14:30:00.500Z'],
	[253_402_300_799_999, '9999-12-31T23:59:59.999Z'],
	// None of these is a time with a valid date.
	['201261311430', undefined],
	['20261331143000', undefined],
	[20_261_331_143_000, undefined],
	['20260531146000', undefined],
	['1780237800000000', undefined],
	[1_780_237_800_000_000, undefined],
	['14:30', undefined],
	['T14:30:00+02:00', undefined],
	['1430-02:00', undefined],
	['09', undefined],
	['00', undefined],
	[0.5, undefined],
	['0.5', undefined],
	[5, undefined],
	['5', undefined],
	[2026, undefined],
	['2026', undefined],
	['2026T14:30', undefined],
	[202_605, undefined],
	['202605', undefined],
	[20_261_331, undefined],
	['20261331', undefined],
	[946_684_799_999, undefined],
])('reads %j as the time %s', (value, instant) => {
	expect(parseTime(value, 'Europe/Berlin')?.toISO()).toBe(instant);
});

it.each(['14:30', 2026, '2026', 20_261_331_143_000])(
	'API keys and pipes reject %j as a time',
	(time) => {
		const params = { updateFields: { expireAt: time }, apiKeyId: SERVICE_ID };
		expect(cloudIssues('apiKey.update', params)).toEqual(["updateFields.expireAt isn't a date"]);
		expect(kinesisTimestamp(time, 'utc')).toBe(String(time));
	},
);
