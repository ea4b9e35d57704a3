import type { IDataObject } from 'n8n-workflow';

import { isDataObject, isJsonObject } from '../../../core/json';
import { uuidSegment } from '../../../core/validation/pathSegment';
import { PIPE_MEMBERS } from '../../api/records';
import {
	appendSegments,
	ofService,
	pipeIdField,
	pipesSegment,
	servicePath,
} from '../shared/identifiers';
import { pickMembers } from '../../../core/record/output';
import type { RecordKind } from '../../../core/record/record';

/** The name of a pipe, its address, and how one becomes an item: simplified, a row that can be read at a glance. */
export const pipeKind = {
	title: 'pipe',
	home: ofService,
	idField: pipeIdField,
	idSegment: uuidSegment,
	/** In the credential's spelling. */
	collection: (parameters, credential) =>
		appendSegments(servicePath(parameters, credential), pipesSegment(credential)),
	output: {
		members: PIPE_MEMBERS,
		simplify: (pipe) => ({
			...pickMembers(pipe, ['id', 'name', 'state']),
			...kindOfSource(pipe.source),
			...(isDataObject(pipe.destination)
				? pickMembers(pipe.destination, ['database', 'table'])
				: {}),
			...pickMembers(pipe, ['createdAt', 'updatedAt', 'serviceId']),
		}),
	},
} satisfies RecordKind;

/** The source has a key for each kind, all but one of them null. */
export function kindOfSource(source: unknown): IDataObject {
	if (!isJsonObject(source)) return {};
	const kind = Object.keys(source).find((name) => isJsonObject(source[name]));
	return kind === undefined ? {} : { sourceKind: kind };
}
