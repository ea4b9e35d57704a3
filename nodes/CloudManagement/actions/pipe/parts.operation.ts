import { changesText } from '../../../core/approval/summary';
import type { Description } from '../../../core/description/fields';
import { description, number } from '../../../core/description/fields';
import { propertiesOf } from '../../../core/description/interpret';
import { objectBody } from '../../../core/http/request';
import type { ListedOperation } from '../../../core/resource';
import { engineSettingPrefixOf, settingsInDialect } from '../../api/dialect';
import { appendSegments, requestOptions } from '../shared/identifiers';
import { outputIssues } from '../../../core/record/output';
import type { RecordKind } from '../../../core/record/record';
import {
	outputOf,
	recordFields,
	recordName,
	recordPath,
	aboutRecord,
	shapedAs,
} from '../../../core/record/record';
import { fieldLabels } from '../../../core/validation/fieldLabels';
import { sentenceOf } from '../../../core/validation/issue';
import { updateFields } from '../shared/updateFields';
import { partFindings } from './dialectRules';
import { pipeKind } from './pipeKind';
import { scaling } from './scaling';
import { repeatedSettingHints, settings } from './settings';

/** What differs between the changes of a part of a pipe. */
interface PartTraits extends Pick<ListedOperation, 'action' | 'advice' | 'description' | 'name'> {
	method: 'PATCH' | 'PUT';
	fields: Description;
	/** An example of a body as JSON. */
	example: string;
	output?: RecordKind['output'];
}

/** Returns the operation that changes a part of a pipe; what is left out stays. Second reference, "Pipes". */
function changePart(
	part: 'scaling' | 'settings',
	{ method, fields, example, output, ...texts }: PartTraits,
): ListedOperation {
	const { properties, bodyOf } = updateFields(fields, example);
	const labelOf = fieldLabels(propertiesOf(fields));
	return {
		...texts,
		properties: [
			...recordFields(pipeKind),
			...properties,
			...outputOf(output),
			requestOptions({ reads: false }),
		],
		unknownOutcome: [
			`The ${part} of the pipe may have been changed`,
			'Check the pipe in the console before you run the node again.',
		],
		repeatable: true,
		...aboutRecord(pipeKind),
		summarize: (request, parameters) =>
			`Change the ${part} of ${recordName(pipeKind, parameters)}: ${changesText(objectBody(request))}`,
		plan: (parameters, { credential, timezone }) => {
			const pipe = recordPath(pipeKind, parameters, credential);
			const { path, issues } = appendSegments(pipe, part);
			const given = bodyOf(parameters, timezone);
			const body = settingsInDialect(given.body, engineSettingPrefixOf(credential));
			return {
				request: { method, path, body },
				issues: [...issues, ...given.issues, ...outputIssues(parameters)],
				hints: [
					...given.hints,
					...repeatedSettingHints(given.body, credential),
					...partFindings(given.body, credential).map(
						(found) => `${labelOf(found.path) ?? `'${found.path}'`} ${sentenceOf(found)}`,
					),
				],
			};
		},
		...shapedAs(output),
	};
}

/** Returns the fields of a part, whatever the source of the pipe is. */
function ofEverySource({ members }: Description): Description['members'] {
	const entries = Object.entries(members);
	return Object.fromEntries(entries.map(([name, member]) => [name, { ...member, shown: {} }]));
}

export const scalePipe = changePart('scaling', {
	name: 'Scale',
	description:
		"Change the replicas of a pipe of a stream or object storage. Pipes of databases are scaled together: use API Request with a PATCH of the service's clickpipesCdcScaling.",
	action: 'Scale pipe',
	method: 'PATCH',
	fields: description('', {
		...ofEverySource(scaling),
		replicas: number('Replicas', { description: 'Number of replicas', bounds: [1, 40] }),
	}),
	example: '{ "concurrency": 4 }',
	output: pipeKind.output,
	advice: {
		400: "Correct the fields as the API's message explains, then run the node again. Pipes of databases are scaled together: use API Request with a PATCH of the service's clickpipesCdcScaling.",
	},
});

const NO_SETTINGS =
	'Check the IDs, and that they belong to the organization in the credential or the node. Pipes of databases have no settings here: use Pipe → Update, with its settings in Additional Fields (JSON), such as source.postgres.settings.';

export const updatePipeSettings = changePart('settings', {
	name: 'Update Settings',
	description:
		"Change settings of a pipe of a stream or object storage, such as batch sizes. Settings that are left out don't change.",
	action: 'Update pipe settings',
	method: 'PUT',
	fields: description('', ofEverySource(settings)),
	example: '{ "engine_max_threads": 4 }',
	advice: { 404: NO_SETTINGS },
});

/** Second reference, "Pipes". */
export const getPipeSettings: ListedOperation = {
	name: 'Get Settings',
	description: 'Get the settings of a pipe of a stream or object storage',
	action: 'Get pipe settings',
	properties: [...recordFields(pipeKind), requestOptions({ reads: true })],
	advice: { 404: NO_SETTINGS },
	...aboutRecord(pipeKind),
	summarize: (_request, parameters) => `Read the settings of ${recordName(pipeKind, parameters)}`,
	plan: (parameters, { credential }) => {
		const pipe = recordPath(pipeKind, parameters, credential);
		const { path, issues } = appendSegments(pipe, 'settings');
		return { request: { method: 'GET', path }, issues };
	},
};
