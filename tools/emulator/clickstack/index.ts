import type { Response } from 'express';
import { objectAt } from '../../contract/json';
import type { Exchange } from '../exchange';
import type { Answer, Call, Handler } from '../routes/answers';
import type { Behaviours } from '../routes/records';
import { alerts } from './alerts';
import { dashboards, deleteDashboard, validateDashboard } from './dashboards';
import { searchEvents } from './events';
import { inManagedEnvelope } from './managed';
import { invalidTeamRequest } from './refusals';
import { badRequest, NOT_FOUND } from './reply';
import { savedSearches } from './savedSearches';
import { queryChartSeries } from './series';
import { sources } from './sources';
import { getTeam, inviteTeamMember, teamInvitations, teamMembers } from './team';
import { webhooks } from './webhooks';

const OBJECT_ID = /^[0-9a-f]{24}$/i;

export const CLICKSTACK_HANDLERS: Readonly<Record<string, Handler>> = {
	deleteDashboard,
	getTeam,
	inviteTeamMember,
	queryChartSeries,
	searchEvents,
	validateDashboard,
};

export const CLICKSTACK_BEHAVIOURS: Behaviours = {
	...{ alerts, dashboards, savedSearches, sources, teamInvitations, teamMembers, webhooks },
	connections: { unknown: NOT_FOUND },
};

/** Refuses an ID that no record of ClickStack can have. */
export function invalidId({ parameters: { id }, operation }: Call): Answer | undefined {
	if (id === undefined || OBJECT_ID.test(id)) return undefined;
	const isOfTeam = operation.template.startsWith('/api/v2/team/');
	const body = invalidTeamRequest('Params', 'Invalid');
	return isOfTeam ? { status: 400, body } : badRequest('Params validation failed: id: Invalid');
}

/** Sends a response of ClickStack, which is plain text if its body is text, and in managed ClickStack always JSON. */
export function answerAsClickStack(exchange: Exchange, response: Response, answer: Answer): void {
	if ('result' in answer) {
		const { page = {} } = answer;
		const { total } = objectAt(page, 'meta');
		if (typeof total === 'number') response.set('x-total-count', String(total));
		response.status(200).json({ data: answer.result, ...page });
		return;
	}
	if ('done' in answer) {
		response.status(200).json({});
		return;
	}
	const body = 'body' in answer ? answer.body : { message: answer.message };
	response.status(answer.status);
	if (typeof body !== 'string') response.json(body);
	else if (exchange.managed === undefined) response.type('text/plain').send(body);
	else {
		const error = inManagedEnvelope(answer.status, { message: body }, '');
		response.type('json').send(JSON.stringify(error));
	}
}
