import { identified, quoteName } from '../../engine/summary/sentences';
import { describeBody } from '../../engine/body/fields';
import { stopsItem } from '../../engine/issue';
import type { Parameters, PlanContext } from '../../engine/operation';
import type { Paging } from '../../engine/request';
import { objectBody } from '../../engine/request';
import type { ListedOperation } from '../../engine/resource';
import { resource } from '../../engine/resource';
import { formatted } from '../../engine/text';
import { wholeBodyFields } from '../../features/record/bodyFields';
import {
	limited,
	limitFields,
	limitIssues,
	planRequests,
	wantedCount,
} from '../../features/record/record';
import { ownPath, requestOptions } from '../../clickStack/authentication';
import { periodFields, periodOf } from './period';
import type { RequestBody } from '../../features/record/draft';
import { searchFields } from './searchFields';

const MAX_ROWS = 2000;
const MAX_OFFSET = 10_000;

/** Pages start at any row up to a limit, without a total. */
const BY_ROW: Paging = {
	most: MAX_ROWS,
	countKey: 'rows',
	start: () => {
		let [offset, limit] = [0, MAX_ROWS];
		return ({ count, remaining }) => {
			if (count < limit) return undefined;
			offset += count;
			if (offset > MAX_OFFSET) return 'cut';
			limit = Math.min(MAX_ROWS, remaining);
			return { limit, offset };
		};
	},
	requestOf: (request, { limit, ...page }) => ({
		...request,
		body: { ...objectBody(request), maxResults: limit, ...page },
	}),
};

const fields = wholeBodyFields(
	describeBody('', {
		...searchFields('Columns to output', {
			placeholder: 'e.g. Timestamp DESC, TraceId',
			description:
				'Sort order. Include a unique column; otherwise, rows can repeat or be skipped between pages.',
		}),
	}),
);

/** Body of the first page. All pages share its period. */
function searchBody(parameters: Parameters, context: PlanContext): RequestBody {
	const { body, issues } = fields.buildBody(parameters, context);
	const { start, end, issues: periodIssues } = periodOf(parameters, context);
	const allIssues = [...issues, ...periodIssues, ...limitIssues(parameters)];
	if (allIssues.some(stopsItem)) return { body, issues: allIssues };
	const [startTime, endTime] = [start, end].map((ms) => new Date(ms).toISOString());
	const maxResults = Math.min(wantedCount(parameters), MAX_ROWS);
	return { body: { ...body, startTime, endTime, maxResults, offset: 0 }, issues: allIssues };
}

const search: ListedOperation = {
	kind: 'list',
	name: 'Search',
	description: "Search a source's events in a period, one item per row",
	action: 'Search events',
	properties: [
		...fields.properties,
		...periodFields,
		...limitFields,
		requestOptions({ reads: true, allowUnlisted: true }),
	],
	plan: planRequests('POST', ownPath('search', 'search for events'), searchBody, { reads: true }),
	pages: (parameters) => ({ paging: BY_ROW, wanted: wantedCount(parameters) }),
	cutHint: `More rows may match, because ClickStack returns at most ${formatted(MAX_OFFSET + MAX_ROWS)} rows per search. Choose a shorter period or a narrower filter.`,
	output: { pick: limited },
	texts: {
		subjectOf: (request) => identified('source', objectBody(request).sourceId),
		summarize: (request) => {
			const { sourceId: id, where, startTime, endTime } = objectBody(request);
			const filter = where === undefined ? '' : ` where ${quoteName(where)}`;
			return `Search source ${quoteName(id)} from ${quoteName(startTime)} to ${quoteName(endTime)}${filter}`;
		},
	},
};

export const event = resource('Event', 'A log or trace entry, in your own ClickStack', {
	search,
});
