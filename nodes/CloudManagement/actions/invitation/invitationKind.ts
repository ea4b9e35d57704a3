import { uuidSegment } from '../../../core/validation/pathSegment';
import { INVITATION_MEMBERS } from '../../api/records';
import { appendSegments, invitationIdField, organizationPath } from '../shared/identifiers';
import { outputWithRoles } from '../shared/output';
import type { RecordKind } from '../shared/record';

/** What an invitation is called, and where it is. */
export const invitationKind: RecordKind = {
	title: 'invitation',
	home: 'organization',
	idField: invitationIdField,
	idSegment: uuidSegment,
	collection: (parameters, credential) =>
		appendSegments(organizationPath(parameters, credential), 'invitations'),
	output: outputWithRoles(INVITATION_MEMBERS),
};
