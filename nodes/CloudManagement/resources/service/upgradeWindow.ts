import { z } from 'zod';
import { PERMISSION_PREFIX } from '../../../clickhouseCloud/permissions';
import { upgradeWindowRecord } from '../../../clickhouseCloud/records';
import type { Field } from '../../../engine/body/fields';
import { choice, describeFields } from '../../../engine/body/fields';
import { notAmongText } from '../../../engine/issue';
import type { JsonObject } from '../../../engine/json';
import { isAbsent } from '../../../engine/json';
import type { Phrase } from '../../../engine/phrase';
import { phrase, unquoted } from '../../../engine/phrase';
import { fromTo } from '../../../engine/summary/sentences';
import { emptyToUndefined } from '../../../engine/parameters/values';
import { wholeBodyFields } from '../../../features/record/bodyFields';
import { WEEKDAYS } from './scaling';

const DAYS = Object.fromEntries(WEEKDAYS.map((day, number) => [String(number), day]));
const START_HOURS = { 0: '00:00', 6: '06:00', 12: '12:00', 18: '18:00' };

/** The panel stores whole numbers as text. */
function numberChoice(
	label: string,
	names: Readonly<Record<string, string>>,
	description: string,
): Field {
	const numbers = Object.keys(names).map(Number);
	return {
		...choice(label, names, { required: true, default: '', description }),
		schema: z.number().refine((value) => numbers.includes(value), notAmongText(numbers)),
		toBody: (value) =>
			Object.hasOwn(names, String(value)) ? Number(value) : emptyToUndefined(value),
	};
}

/** The API replaces the whole window, so all fields are required. */
export const upgradeWindowFields = wholeBodyFields(
	describeFields('', {
		weekday: numberChoice(
			'Weekday',
			DAYS,
			'Day when the window starts. In an expression, Sunday is 0.',
		),
		startHourUtc: numberChoice(
			'Start Hour (UTC)',
			START_HOURS,
			'Hour when the six-hour window starts',
		),
	}),
);

export function windowChange(body: JsonObject, record: JsonObject): Phrase {
	return fromTo(isAbsent(record.weekday) ? '' : windowText(record), windowText(body));
}

function windowText({ weekday, startHourUtc }: JsonObject): Phrase {
	const hour = unquoted(String(startHourUtc).padStart(2, '0'));
	return phrase`${WEEKDAYS[Number(weekday)] ?? '?'}, ${hour}:00 UTC`;
}

export function windowAdvice(access: 'change' | 'read'): Readonly<Record<number, string>> {
	return {
		403: `The key may lack the ${PERMISSION_PREFIX}${upgradeWindowRecord.permissions[access]} permission. If it has the permission, the organization has no upgrade windows.`,
		404: 'The service may have no upgrade window. To set a window, use Service → Set Upgrade Window. Otherwise, check the ID.',
	};
}
