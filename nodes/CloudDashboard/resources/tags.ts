import { z } from 'zod';
import type { Field, FieldSettings } from '../../engine/body/fields';
import { list } from '../../engine/body/fields';

/** ClickStack's limits, which the neutral contract lacks. */
export const TAG_LIMITS = z.array(z.string().trim().max(32)).max(50);

export const TAG_FORMAT = 'Tags, separated by commas';

export function tags(settings: FieldSettings): Field {
	return list('Tags', {
		placeholder: 'e.g. shop,production',
		description: TAG_FORMAT,
		...settings,
	});
}
