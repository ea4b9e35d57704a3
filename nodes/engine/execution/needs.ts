import { stoppedError } from '../errors/progress';
import type { JsonObject } from '../json';
import type { Execution } from '../operation';
import type { Draft } from './plan';
import { isDryRun, planned } from './plan';
import type { Session } from './session';

/**
 * Reads what the drafts need, in rounds, and plans them with it. Items that replace the same record are planned one on
 * the other. A failed read is the error of its items, and the others go on. Throws an error if the execution is stopped.
 */
export async function withNeeds(
	execution: Execution,
	drafts: readonly Draft[],
	session: Session,
): Promise<Draft[]> {
	let all = [...drafts];
	while (all.some(isWaiting)) {
		execution.progress.sent = 'reads';
		const read = await Promise.all(
			all.map(async (draft) => (isWaiting(draft) ? await readFacts(draft, session) : draft)),
		);
		const next = read.map((draft, index) =>
			draft === all[index] || draft.error ? draft : planned(execution, draft),
		);
		all = chained(execution, next);
	}
	if (session.client.signal.aborted) throw stoppedError(execution);
	return all;
}

/** Plans each item on what the one before makes of the same record. A dry run makes nothing that others build on. */
function chained(execution: Execution, drafts: readonly Draft[]): Draft[] {
	const latest = new Map<string, JsonObject>();
	return drafts.map((draft) => {
		const { base, error, facts, request } = draft;
		if (base === undefined || request === undefined || error) return draft;
		const key = `${String(isDryRun(draft))} ${request.path}`;
		const { fact } = base.need;
		const record: unknown = latest.get(key) ?? base.record;
		const next =
			facts[fact] === record
				? draft
				: planned(execution, { ...draft, facts: { ...facts, [fact]: record } });
		const { issues, replacedBy } = next.plan;
		if (replacedBy && issues.length === 0 && !isWaiting(next)) latest.set(key, replacedBy);
		return next;
	});
}

function isWaiting({ error, facts, plan }: Draft): boolean {
	// A plan may ask again for what was read.
	const lacksFact = plan.needs?.some(({ fact }) => !Object.hasOwn(facts, fact)) === true;
	return error === undefined && plan.issues.length === 0 && lacksFact;
}

async function readFacts(draft: Draft, session: Session): Promise<Draft> {
	let next = draft;
	for (const need of draft.plan.needs ?? []) {
		if (Object.hasOwn(next.facts, need.fact)) continue;
		const result = await session.read(need, draft.itemIndex);
		if ('error' in result) return { ...next, error: result.error };
		const { value, readAt } = result;
		next = {
			...next,
			facts: { ...next.facts, [need.fact]: value },
			readAt: Math.min(next.readAt, readAt),
			...(need.readOnly && { base: { need, record: value } }),
		};
	}
	return next;
}
