import { pathSegment } from '../../../core/validation/pathSegment';
import { MEMBER_MEMBERS } from '../../api/records';
import {
	appendSegments,
	ofOrganization,
	organizationPath,
	userIdField,
} from '../shared/identifiers';
import { outputWithRoles } from '../../../core/record/output';
import type { RecordKind } from '../../../core/record/record';

/** The name of a member of the organization, and its address. */
export const memberKind: RecordKind = {
	title: 'member',
	home: ofOrganization,
	idField: userIdField,
	idSegment: pathSegment,
	collection: (parameters, credential) =>
		appendSegments(organizationPath(parameters, credential), 'members'),
	output: outputWithRoles(MEMBER_MEMBERS),
};
