import { uuidSegment } from '../../../core/validation/pathSegment';
import { INVITATION_MEMBERS } from '../../api/records';
import {
	appendSegments,
	invitationIdField,
	ofOrganization,
	organizationPath,
} from '../shared/identifiers';
import { outputWithRoles } from '../../../core/record/output';
import type { RecordKind } from '../../../core/record/record';

/** The name of an invitation, and its address. */
export const invitationKind: RecordKind = {
	title: 'invitation',
	home: ofOrganization,
	idField: invitationIdField,
	idSegment: uuidSegment,
	collection: (parameters, credential) =>
		appendSegments(organizationPath(parameters, credential), 'invitations'),
	output: outputWithRoles(INVITATION_MEMBERS),
};
