import type { Response } from 'express';
import type { Answer, Handler } from '../routes/answers';
import type { Behaviours } from '../routes/records';
import { alerts } from './alerts';
import { dashboards, validateDashboard } from './dashboards';
import { queryChartSeries, searchEvents } from './events';
import { CLICKSTACK_IDS } from './ids';
import { NOT_FOUND } from './refusals';
import { clickStackRoles } from './roles';
import { savedSearches } from './savedSearches';
import { joinUrl } from './seed';
import { sources } from './sources';
import { webhooks } from './webhooks';

const { teamId } = CLICKSTACK_IDS;

const inviteTeamMember: Handler = ({ state: { clickStack }, body, now: createdAt }) => {
	const id = clickStack.newId();
	const url = joinUrl(id);
	clickStack.teamInvitations.set({ id, createdAt, ...body, url });
	return { result: { email: body['email'], invitationId: id, status: 'pending', url } };
};

export const CLICKSTACK_HANDLERS: Readonly<Record<string, Handler>> = {
	inviteTeamMember,
	queryChartSeries,
	searchEvents,
	validateDashboard,
	getTeam: () => ({ result: { id: teamId, name: 'Shop' } }),
};

export const CLICKSTACK_BEHAVIOURS: Behaviours = {
	alerts,
	clickStackRoles,
	connections: { missing: () => NOT_FOUND },
	dashboards,
	savedSearches,
	sources,
	webhooks,
};

/** ClickStack sends these errors as plain text or HTML, but errors about a body as JSON. */
const TEXTS: Readonly<Record<number, readonly [type: string, text: string]>> = {
	401: ['text/plain', 'Unauthorized'],
	404: ['text/html', '<pre>Cannot find this path</pre>'],
};

export function refuseAsClickStack(response: Response, status: number, message: string): void {
	const [type, text] = TEXTS[status] ?? [];
	if (type === undefined) response.status(status).json({ message });
	else response.status(status).type(type).send(text);
}

export function answerAsClickStack(
	response: Response,
	answer: Exclude<Answer, { text: unknown }>,
	isManagedAnswer: boolean,
): void {
	if ('result' in answer) response.json({ data: answer.result, ...answer.page });
	else if ('done' in answer) response.json({});
	else {
		const body = 'body' in answer ? answer.body : { message: answer.message };
		response.status(answer.status);
		if ('isPlainText' in answer && !isManagedAnswer)
			response.type('text/plain').send(answer.message);
		else response.json(body);
	}
}
