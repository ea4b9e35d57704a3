import type { IDataObject } from 'n8n-workflow';

import { isDataObject, isJsonObject } from '../../../core/json';
import { PIPE_MEMBERS } from '../../api/records';
import type { RecordOutput } from '../shared/output';
import { pickMembers } from '../shared/output';

/** How a pipe becomes an item: simplified, a row that is read at a glance. */
export const pipeOutput: RecordOutput = {
	members: PIPE_MEMBERS,
	simplify: (pipe) => ({
		...pickMembers(pipe, ['id', 'name', 'state']),
		...sourceKind(pipe.source),
		...(isDataObject(pipe.destination) ? pickMembers(pipe.destination, ['database', 'table']) : {}),
		...pickMembers(pipe, ['createdAt', 'updatedAt', 'serviceId']),
	}),
};

/** The source has a member for each kind, all but one of them null. */
function sourceKind(source: unknown): IDataObject {
	if (!isJsonObject(source)) return {};
	const kind = Object.keys(source).find((name) => isJsonObject(source[name]));
	return kind === undefined ? {} : { sourceKind: kind };
}
