import type { INodeProperties } from 'n8n-workflow';
import { wholeBodyFields } from '../../../features/record/bodyFields';
import type { Draft } from '../../../features/record/draft';
import type { Step } from '../../../features/record/steps';
import { planInSteps } from '../../../features/record/steps';
import { parentPhrase, parentFields, planRequests } from '../../../features/record/record';
import { pipeRecord } from '../../../clickhouseCloud/records';
import { awakeService, wakeServiceField } from '../../../clickhouseCloud/wake';
import { describeFields } from '../../../engine/body/fields';
import { joinPhrases, phrase } from '../../../engine/phrase';
import { furtherSettings, otherFields } from '../../../engine/summary/sentences';
import type { ReadOperation } from '../../../engine/operation';
import { objectBody } from '../../../engine/request';
import { asObject } from '../../../engine/parameters/values';
import type { ListedOperation } from '../../../engine/resource';
import { discoveryPath, discoveryTexts, sourceOf } from './discovery';
import { withNeutralSettings } from './pipeSettings';
import { sourceIssues } from './rules';
import { withSecrets } from './secrets';
import {
	BY_FIELDS,
	jsonFields,
	JSON_INPUT,
	pipeInputField,
	settingsCollection,
	sourceCredentialFields,
	sourceFields,
	sourceObject,
	withSourceParts,
} from './sourceForm';
import { kindField, SINGLE_TABLE_KINDS, SINGLE_TABLE_SOURCES } from './sources';
import { readSource } from './summary';
import { withDisplayOptions } from '../../../engine/parameters/properties';

/** JSON may be a whole pipe. */
const onlySource: Step<Draft> = ({ body, fieldBody, added }) => {
	const source = sourceOf(body);
	return { body: source, added: fieldBody ? added : source };
};

const discoveredSource = describeFields('', { source: sourceObject(SINGLE_TABLE_SOURCES) });
const sourceSettings = settingsCollection('Source Settings', discoveredSource);

function withoutDatabases(fields: readonly INodeProperties[]): INodeProperties[] {
	return fields.filter(
		({ displayOptions: { show = {} } = {} }) =>
			show.sourceKind?.every((shownKind) =>
				SINGLE_TABLE_KINDS.some((kind) => kind === shownKind),
			) ?? true,
	);
}

const sourceBody = wholeBodyFields(discoveredSource, {
	json: JSON_INPUT,
	settings: sourceSettings,
	panel: [
		{ ...pipeInputField, displayName: 'Define Source' },
		...jsonFields,
		...withDisplayOptions(BY_FIELDS, [kindField(SINGLE_TABLE_SOURCES)]),
		...withoutDatabases(sourceFields),
		...withDisplayOptions(BY_FIELDS, [sourceSettings]),
		...withoutDatabases(sourceCredentialFields),
	],
	bodySteps: [onlySource, withSourceParts, withNeutralSettings(discoveredSource), withSecrets],
	rules: [sourceIssues],
});

/** Discovery is a read, but sent as POST because it carries secrets. */
export const discoverSchema: ListedOperation<ReadOperation> = {
	kind: 'read',
	name: 'Discover Schema',
	description:
		'Read the fields of a stream or of files, with matching column types. For object storage, the service must be running.',
	action: 'Discover schema of source',
	properties: [
		...parentFields(pipeRecord),
		...sourceBody.properties,
		pipeRecord.parent.options({
			reads: true,
			offersAllowUnusual: true,
			extraOptions: [wakeServiceField],
		}),
	],
	extraCredentialType: 'cloudPipeSourceApi',
	texts: {
		...discoveryTexts,
		subjectOf: () => 'schema of a source',
		summarize: (request, parameters) => {
			const { source: enteredSource, ...otherMembers } = objectBody(request);
			const parentText = parentPhrase(pipeRecord.parent, parameters, '');
			const { data, reading, security, settings } = readSource(asObject(enteredSource));
			const source = joinPhrases([[data, parentText], ...reading], ', ');
			return phrase`Read the schema of ${source}${security}${furtherSettings(settings)}${otherFields(otherMembers)}`;
		},
	},
	output: {
		successHint: ({ fields: schemaFields }) =>
			Array.isArray(schemaFields) && schemaFields.length > 0
				? undefined
				: 'The API found no fields. Check that the source has data in the chosen format.',
	},
	plan: planInSteps(
		planRequests('POST', discoveryPath, sourceBody.buildBody, { onlyReads: true }),
		[awakeService],
	),
};
