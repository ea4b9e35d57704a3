import { BY_CURSOR } from '../../../core/http/pages';
import { uuidSegment } from '../../../core/validation/pathSegment';
import { API_KEY_MEMBERS } from '../../api/records';
import {
	apiKeyIdField,
	appendSegments,
	ofOrganization,
	organizationPath,
} from '../shared/identifiers';
import { outputWithRoles } from '../../../core/record/output';
import type { RecordKind } from '../../../core/record/record';

/** The name of an API key, and its address. */
export const apiKeyKind: RecordKind = {
	title: 'API key',
	home: ofOrganization,
	idField: apiKeyIdField,
	idSegment: uuidSegment,
	collection: (parameters, credential) =>
		appendSegments(organizationPath(parameters, credential), 'keys'),
	paging: BY_CURSOR,
	output: outputWithRoles(API_KEY_MEMBERS, ['roles', 'ipAccessList']),
};
