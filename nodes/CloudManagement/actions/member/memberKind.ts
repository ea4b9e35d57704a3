import { pathSegment } from '../../../core/validation/pathSegment';
import { appendSegments, organizationPath, userIdField } from '../shared/identifiers';
import type { RecordKind } from '../shared/record';

/** What a member of the organization is called, and where it is. */
export const memberKind: RecordKind = {
	title: 'member',
	home: 'organization',
	idField: userIdField,
	idSegment: pathSegment,
	collection: (parameters, credential) =>
		appendSegments(organizationPath(parameters, credential), 'members'),
};
