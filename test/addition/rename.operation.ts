import type { INodeProperties } from 'n8n-workflow';

import {
	appendSegments,
	organizationPath,
	requestOptions,
} from '../../nodes/CloudManagement/actions/shared/identifiers';
import type { ListedOperation } from '../../nodes/core/resource';
import { pathSegment } from '../../nodes/core/validation/pathSegment';

const nicknameField: INodeProperties = {
	displayName: 'Nickname',
	name: 'nickname',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. Ada',
	description: 'What the others call the member',
};

/** Made up: what `addition.test.ts` adds to a copy of the repository. */
export const renameMember: ListedOperation = {
	name: 'Rename',
	description: 'Rename a member',
	action: 'Rename member',
	properties: [nicknameField, requestOptions({ reads: false })],
	unknownOutcome: 'The nickname may have been changed. Look at it before you run this again.',
	plan: (parameters, { credential }) => {
		const { nickname } = parameters;
		const segment = pathSegment(nicknameField.name, nickname);
		const organization = organizationPath(parameters, credential);
		const { path, issues } = appendSegments(organization, 'nicknames', segment);
		return { request: { method: 'POST', path, body: { nickname } }, issues };
	},
};
