import type { IDataObject } from 'n8n-workflow';
import { serviceRecord } from '../clickhouseCloud/records';
import { recordsIn } from '../engine/json';
import type { Phrase } from '../engine/phrase';
import { asWritten, phrase, quoted, quoteName, unquoted } from '../engine/phrase';
import { isName } from '../engine/parameters/values';
import { plainText } from '../engine/summary/plainText';
import { capitalized } from '../engine/text';
import { listRead } from '../features/record/record';
import type { Poll } from '../features/watch/poll';

/** A service reaches these states by itself, so the summary doesn't say that somebody did it. */
const STATE_ACTIVITY = /^service_(idle|running|partially_running)$/;
const ACRONYMS = /(?<=^|_)(?:gpt|ip|mfa|saml)(?=_|$)/g;

/** Activity types end with such a verb: service_stop, key_delete. */
const PAST_TENSES: ReadonlyMap<string, string> = new Map([
	['add', 'added'],
	['awaken', 'woke'],
	['create', 'created'],
	['delete', 'deleted'],
	['restore', 'restored'],
	['save', 'saved'],
	['start', 'started'],
	['stop', 'stopped'],
	['update', 'updated'],
]);

/** After these verbs, an object follows: service_update_password. */
const WITH_OBJECT = ['restore', 'update'];

/** Types whose words, read as verb and object, don't form a sentence. */
const INTRANSITIVE: ReadonlyMap<unknown, string> = new Map([
	['organization_member_join', 'joined the organization'],
	['organization_member_leave', 'left the organization'],
	['user_login', 'logged in'],
	['user_login_failed', 'failed to log in'],
	['user_logout', 'logged out'],
]);

/** Empty if the API can't list services. */
export async function serviceNames(
	poll: Poll,
	activities: readonly IDataObject[],
): Promise<ReadonlyMap<unknown, unknown>> {
	if (!activities.some(({ serviceId }) => isName(serviceId))) return new Map();
	const result = await poll.run(listRead(serviceRecord), { returnAll: true });
	if ('error' in result) return new Map();
	return new Map(recordsIn(result.payload).map(({ id, name }) => [id, name]));
}

/** For example, '"Ada" stopped service "Shop"', or "Marketplace subscription by Ada" for a type without a known verb. */
export function activitySummary(
	{ type, actorDetails, actorId, serviceId }: IDataObject,
	names: ReadonlyMap<unknown, unknown>,
): string {
	const [, state] = STATE_ACTIVITY.exec(isName(type) ? String(type) : '') ?? [];
	const actor = [actorDetails, actorId].find(isName);
	const name = names.get(serviceId);
	const service = isName(serviceId)
		? phrase`service ${isName(name) ? quoted(name) : quoteName(serviceId)}`
		: undefined;
	if (state !== undefined && service !== undefined) {
		return capitalized(plainText(phrase`${service} is ${wordsIn(state)}`));
	}
	const did = isName(type) && actor !== undefined ? actText(String(type), service) : undefined;
	if (did !== undefined) return plainText(phrase`${asWritten(actor)} ${did}`);
	const what = isName(type) ? unquoted(capitalized(wordsIn(String(type)))) : 'Activity';
	const by = actor === undefined ? '' : phrase` by ${asWritten(actor)}`;
	return plainText(phrase`${what}${by}${service === undefined ? '' : phrase` in ${service}`}`);
}

/** For example, "updated password of service 'Shop'". Undefined if the type has no clear verb. */
function actText(type: string, service: Phrase | undefined): Phrase | undefined {
	const intransitive = INTRANSITIVE.get(type);
	if (intransitive !== undefined) return intransitive;
	const words = type.split('_');
	const verb = words.find((word) => PAST_TENSES.has(word)) ?? '';
	const past = PAST_TENSES.get(verb);
	const isClear = [words[0], words.at(-1), ...WITH_OBJECT].includes(verb);
	if (past === undefined || !isClear) return undefined;
	const object = words.filter((word) => word !== verb).join('_');
	if (service === undefined) return phrase`${past} ${unquoted(wordsIn(object))}`;
	const objectWords = wordsIn(object.replace(/^service(?:_|$)/, ''));
	return phrase`${past} ${objectWords === '' ? '' : phrase`${unquoted(objectWords)} of `}${service}`;
}

function wordsIn(type: string): string {
	return type
		.replace(ACRONYMS, (letters) => letters.toUpperCase())
		.replaceAll('_', ' ')
		.trim();
}
