import { uuidSegment } from '../../../core/validation/pathSegment';
import { apiKeyIdField, appendSegments, organizationPath } from '../shared/identifiers';
import type { RecordKind } from '../shared/record';

/** What an API key is called, and where it is. */
export const apiKeyKind: RecordKind = {
	title: 'API key',
	home: 'organization',
	idField: apiKeyIdField,
	idSegment: uuidSegment,
	collection: (parameters, credential) =>
		appendSegments(organizationPath(parameters, credential), 'keys'),
};
