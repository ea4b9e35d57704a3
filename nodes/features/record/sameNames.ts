import type { Issue } from '../../engine/issue';
import { sentenceHint } from '../../engine/issue';
import type { JsonObject } from '../../engine/json';
import { recordsIn } from '../../engine/json';
import { isText, trimmed } from '../../engine/parameters/values';
import type { Plan } from '../../engine/operation';
import { objectBody } from '../../engine/request';
import {
	capitalized,
	formatted,
	listed,
	MAX_NAME_LENGTH,
	shortened,
	withArticle,
	withoutHtml,
} from '../../engine/text';
import { inDryRun, listNeed } from './needs';
import type { ApiRecord } from './record';
import { pluralOf } from './record';
import type { Step } from './steps';

const SAME_NAMES = 'records with this name';
const MAX_IDS = 3;

/**
 * A dry run warns about a name that already exists, because the API would accept it. `key` is the name's key in the
 * body. If the list can't be read, there's no warning.
 */
export function sameNames(recordType: ApiRecord, key: string): Step<Plan> {
	const { nameKeys = [] } = recordType;
	return inDryRun(({ request }, parameters, context) => {
		const name = trimmed(objectBody(request)[key]);
		const isChecked = nameKeys.includes(key) && isText(name);
		const list = isChecked && listNeed(recordType, '', parameters, context);
		if (!list) return {};
		const hasName = (stored: JsonObject) =>
			nameKeys.some((nameKey) => trimmed(stored[nameKey]) === name);
		const need = {
			...list,
			fact: SAME_NAMES,
			factIn: (payload: unknown) => ({
				value: recordsIn(payload)
					.filter(hasName)
					.map(({ [recordType.id?.key ?? 'id']: id }) => id),
			}),
			factOfFailure: () => [],
		};
		const ids = [context.facts[SAME_NAMES] ?? []].flat();
		return { needs: [need], issues: sameNameHints(recordType, key, String(name), ids) };
	});
}

function sameNameHints(recordType: ApiRecord, key: string, name: string, ids: unknown[]): Issue[] {
	if (ids.length === 0) return [];
	const { title } = recordType;
	const shownName = `"${shortened(withoutHtml(name), MAX_NAME_LENGTH)}"`;
	const subject =
		ids.length === 1
			? capitalized(`${withArticle(title)} with the ${key} ${shownName} already exists`)
			: `${formatted(ids.length)} ${pluralOf(recordType)} with the ${key} ${shownName} already exist`;
	return [sentenceHint(`${subject} (${listed(ids, String, MAX_IDS)}).`)];
}
