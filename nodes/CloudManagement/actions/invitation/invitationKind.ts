import { uuidSegment } from '../../../core/validation/pathSegment';
import { appendSegments, invitationIdField, organizationPath } from '../shared/identifiers';
import type { RecordKind } from '../shared/record';

/** What an invitation is called, and where it is. */
export const invitationKind: RecordKind = {
	title: 'invitation',
	home: 'organization',
	idField: invitationIdField,
	idSegment: uuidSegment,
	collection: (parameters, credential) =>
		appendSegments(organizationPath(parameters, credential), 'invitations'),
};
