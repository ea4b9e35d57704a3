import type { Field, FieldSettings, Fields } from '../../engine/body/fields';
import type { INodeProperties } from 'n8n-workflow';
import { choice, fieldWithProperties, list, text } from '../../engine/body/fields';
import { emptyToUndefined } from '../../engine/parameters/values';
import { objectId, sourceRecord } from '../../clickStack/records';
import { z } from 'zod';

export const LANGUAGES = { lucene: 'Lucene', sql: 'SQL' };

/** A search and a value have the same filter. */
export const FILTER = {
	placeholder: 'e.g. level:error',
	description: 'Condition on rows. Leave empty for all rows.',
};

const SEARCHED = {
	sourceId: sourceId({ required: true, schema: objectId }),
	where: text('Where', { ...FILTER, schema: z.string().trim().max(8192) }),
	whereLanguage: choice('Where Language', LANGUAGES, {}),
};

/** `what` describes the columns, `orderBy` their order. */
export function searchFields(what: string, orderBy: FieldSettings): Fields {
	return {
		...SEARCHED,
		select: text('Columns', {
			parameter: 'selectColumns',
			schema: z.string().trim().max(4096),
			placeholder: 'e.g. Timestamp, Body',
			description: `${what}. Leave empty for the source's default.`,
		}),
		orderBy: text('Order By', { schema: z.string().trim().max(1024), ...orderBy }),
	};
}

export function sourceId(settings: FieldSettings): Field {
	const isMarked = settings.required !== undefined && settings.marked !== false;
	const field: INodeProperties = {
		...sourceRecord.id.field,
		description: isMarked ? 'Source of the data' : 'Required',
	};
	if (!isMarked) delete field.required;
	return fieldWithProperties(settings.schema ?? z.string().trim(), [field], {
		toBody: emptyToUndefined,
		...settings,
	});
}

/** ClickStack has these limits, which the neutral contract lacks. */
export const TAG_LIMITS = z.array(z.string().trim().max(32)).max(50);

export const TAG_FORMAT = 'Tags, separated by commas';

export function tags(settings: FieldSettings): Field {
	return list('Tags', {
		placeholder: 'e.g. shop,production',
		description: TAG_FORMAT,
		...settings,
	});
}
