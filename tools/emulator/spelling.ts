import { isJsonObject, type JsonObject } from '../contract/json';

const REVERSE_SUFFIX = 'ReversePrivateEndpoints';

/** The position of the pipe segment in `/v1/organizations/{…}/services/{…}/pipes`. */
const PIPE_POSITION = 6;

/** Translates between the neutral spellings of the contract and those of a deployment. */
export class Spelling {
	constructor(
		readonly pipesSegment: string,
		readonly engineSettingPrefix: string,
	) {}

	/** Whether this is the neutral spelling. */
	get isNeutral(): boolean {
		return this.pipesSegment === 'pipes' && this.engineSettingPrefix === 'engine_';
	}

	/** Returns the neutral form of a path; undefined if it uses a spelling that this deployment lacks. */
	neutralPath(path: string): string | undefined {
		const segments = path.split('/');
		const given = segments[PIPE_POSITION];
		const neutral = given === undefined ? undefined : this.neutralSegment(given);
		if (neutral !== undefined) segments[PIPE_POSITION] = neutral;
		else if (given === 'pipes' || given === `pipes${REVERSE_SUFFIX}`) return undefined;
		return segments.join('/');
	}

	private neutralSegment(segment: string): string | undefined {
		if (segment === this.pipesSegment) return 'pipes';
		if (segment === `${this.pipesSegment}${REVERSE_SUFFIX}`) return `pipes${REVERSE_SUFFIX}`;
		return undefined;
	}

	/** Returns a body with the settings in neutral spelling. */
	neutralBody(body: unknown): unknown {
		return this.withSettings(body, this.engineSettingPrefix, 'engine_');
	}

	/** Names the settings of a body with the neutral prefix if another one is in use. */
	foreignSettings(body: unknown): string[] {
		const settings = isJsonObject(body) ? body['settings'] : undefined;
		if (this.engineSettingPrefix === 'engine_' || !isJsonObject(settings)) return [];
		return Object.keys(settings).filter((name) => name.startsWith('engine_'));
	}

	/** Returns an answer in the spelling of this deployment. */
	spellAnswer(answer: unknown): unknown {
		if (this.engineSettingPrefix === 'engine_' || !isJsonObject(answer)) return answer;
		const result = answer['result'];
		return isJsonObject(result) ? { ...answer, result: this.spellRecord(result) } : answer;
	}

	private spellRecord(record: JsonObject): unknown {
		if (!('engineVersion' in record)) {
			return this.withSettings(record, 'engine_', this.engineSettingPrefix);
		}
		const field = `${this.engineSettingPrefix.replace(/_$/, '')}Version`;
		return Object.fromEntries(
			Object.entries(record).map(([key, value]) => [key === 'engineVersion' ? field : key, value]),
		);
	}

	private withSettings(body: unknown, from: string, to: string): unknown {
		const settings = isJsonObject(body) ? body['settings'] : undefined;
		if (!isJsonObject(body) || !isJsonObject(settings) || from === to) return body;
		const renamed = Object.entries(settings).map(([name, value]): [string, unknown] => [
			name.startsWith(from) ? `${to}${name.slice(from.length)}` : name,
			value,
		]);
		return { ...body, settings: Object.fromEntries(renamed) };
	}
}
