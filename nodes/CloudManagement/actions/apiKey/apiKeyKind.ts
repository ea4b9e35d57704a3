import { uuidSegment } from '../../../core/validation/pathSegment';
import { API_KEY_MEMBERS } from '../../api/records';
import { apiKeyIdField, appendSegments, organizationPath } from '../shared/identifiers';
import { outputWithRoles } from '../shared/output';
import type { RecordKind } from '../shared/record';

/** What an API key is called, and where it is. */
export const apiKeyKind: RecordKind = {
	title: 'API key',
	home: 'organization',
	idField: apiKeyIdField,
	idSegment: uuidSegment,
	collection: (parameters, credential) =>
		appendSegments(organizationPath(parameters, credential), 'keys'),
	output: outputWithRoles(API_KEY_MEMBERS, ['roles', 'ipAccessList']),
};
