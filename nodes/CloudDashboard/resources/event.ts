import { identified, phrase, quoteName } from '../../engine/phrase';
import { describeFields } from '../../engine/body/fields';
import type { Issue } from '../../engine/issue';
import { unusual } from '../../engine/issue';
import type { JsonObject } from '../../engine/json';
import type { Paging } from '../../engine/request';
import { withoutAbsent } from '../../engine/json';
import { objectBody } from '../../engine/request';
import { leavesOut } from '../../engine/summary/sentences';
import type { ListedOperation } from '../../engine/resource';
import { resource } from '../../engine/resource';
import { formatted } from '../../engine/text';
import { wholeBodyFields } from '../../features/record/bodyFields';
import { planRequests } from '../../features/record/record';
import { wantedCount, limitedRecords, limitIssues, limitFields } from '../../features/limit';
import { ownPath, clickStackOptions } from '../../clickStack/authentication';
import { periodFields, periodOf } from './period';
import type { Draft } from '../../features/record/draft';
import type { Step } from '../../features/record/steps';
import { searchFields } from './sharedFields';

const MAX_EVENTS = 2000;
const MAX_OFFSET = 10_000;

/** A page can start at any row up to a limit, and no response has a total. */
const BY_ROW: Paging = {
	pageSize: MAX_EVENTS,
	countKey: 'rows',
	start: () => {
		let offset = 0;
		return ({ count, remaining }) => {
			if (count < MAX_EVENTS) return 'complete';
			offset += count;
			return offset > MAX_OFFSET ? 'cut' : { limit: Math.min(MAX_EVENTS, remaining), offset };
		};
	},
	requestOf: (request, { limit: maxResults, ...place }) => ({
		...request,
		body: { ...objectBody(request), maxResults, ...place },
	}),
};

/** Reads the text once, because removing pairs again and again would take minutes for deep nesting. */
function hasLoneParenthesis(text: string): boolean {
	let depth = 0;
	for (const [parenthesis] of text.matchAll(/[()]/g)) {
		depth += parenthesis === '(' ? 1 : -1;
		if (depth < 0) return true;
	}
	return depth > 0;
}

const ESCAPED_OR_QUOTED = /\\.|"(?:\\.|[^"\\])*"/gs;
/** Slashes enclose a regular expression, or are part of an unquoted path. */
const OR_REGEX = /\\.|"(?:\\.|[^"\\])*"|(?<![^\s:(+!-])\/(?:\\.|[^/\\])*\//gs;

/** Reports unmatched quotes and parentheses in Lucene, except in a regular expression or after a backslash. */
function* luceneIssues({ where, whereLanguage }: JsonObject): Iterable<Issue> {
	if (typeof where !== 'string' || whereLanguage === 'sql') return;
	const problem = unmatchedIn(where.replace(OR_REGEX, ''));
	if (problem === undefined || !unmatchedIn(where.replace(ESCAPED_OR_QUOTED, ''))) return;
	const remedy = 'Complete the pair, or put a backslash before it.';
	yield { path: 'where', ...unusual(`contains an unmatched ${problem}`, remedy) };
}

function unmatchedIn(unquoted: string): string | undefined {
	if (unquoted.includes('"')) return 'double quote';
	return hasLoneParenthesis(unquoted) ? 'parenthesis' : undefined;
}

/** All pages share the period, which the first page fixes. */
const firstPage: Step<Draft> = ({ body }, parameters, context) => {
	const { start, end, issues: periodIssues } = periodOf(parameters, context);
	const issues = [...periodIssues, ...limitIssues(parameters)];
	if (issues.length > 0) return { issues };
	const [startTime, endTime] = [start, end].map((ms) => new Date(ms).toISOString());
	const maxResults = Math.min(MAX_EVENTS, wantedCount(parameters));
	return { body: { ...body, startTime, endTime, maxResults, offset: 0 } };
};

const searched = wholeBodyFields(
	describeFields(
		'',
		searchFields('Columns that the search returns', {
			placeholder: 'e.g. Timestamp DESC, TraceId',
			description:
				'Sort order. Include a unique column; otherwise, rows can repeat or be skipped between pages.',
		}),
	),
	{ bodySteps: [firstPage], rules: [luceneIssues] },
);

const searchEvents: ListedOperation = {
	kind: 'list',
	name: 'Search',
	description: "Search a source's events in a period, one item per row",
	action: 'Search events',
	properties: [
		...searched.properties,
		...periodFields,
		...limitFields,
		clickStackOptions({ reads: true, offersAllowUnusual: true }),
	],
	plan: planRequests('POST', ownPath('search', 'search for events'), searched.buildBody, {
		onlyReads: true,
	}),
	pages: (parameters) => ({ paging: BY_ROW, maxRecords: wantedCount(parameters) }),
	cutHint: `More rows may match. ClickStack returns at most ${formatted(MAX_OFFSET + MAX_EVENTS)} rows per search. Choose a shorter period or a narrower filter.`,
	output: { pick: limitedRecords },
	texts: {
		subjectOf: (request) => identified('source', objectBody(request).sourceId),
		advice: {
			400: "Check Where, Where Language, Columns, and Order By against the API's message.",
		},
		summarize: (request) => {
			const { sourceId: id, where, startTime, endTime, ...otherMembers } = objectBody(request);
			const untold = withoutAbsent(otherMembers, ['maxResults', 'offset', 'whereLanguage']);
			const filter = where === undefined ? '' : phrase` where ${quoteName(where)}`;
			return phrase`Search source ${quoteName(id)} from ${quoteName(startTime)} to ${quoteName(endTime)}${filter}${leavesOut(untold)}`;
		},
	},
};

export const event = resource(
	'Event (Log, Trace)',
	'A log or trace entry, in your own ClickStack',
	{
		search: searchEvents,
	},
);
