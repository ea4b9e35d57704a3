import { wholeBodyFields } from '../../../features/record/bodyFields';
import { withPrerequisites } from '../../../features/record/needs';
import { parentPhrase, parentFields, planRequests } from '../../../features/record/record';
import { pipeRecord } from '../../../clickhouseCloud/records';
import { wakeFirst, wakeServiceField } from '../../../clickhouseCloud/wake';
import { describeBody } from '../../../engine/body/fields';
import { otherFields } from '../../../engine/summary/sentences';
import type { Issue } from '../../../engine/issue';
import { isWithin } from '../../../engine/issue';
import type { JsonObject } from '../../../engine/json';
import type { ReadOperation } from '../../../engine/operation';
import { objectBody } from '../../../engine/request';
import { asObject } from '../../../engine/parameters/values';
import type { ListedOperation } from '../../../engine/resource';
import {
	BY_FIELDS,
	finishedPipe,
	jsonFields,
	PIPE_JSON,
	pipeInputField,
	rulesWith,
	sourceForm,
} from './create';
import { discoveryPath, discoveryTexts, sourceOf } from './discovery';
import { newPipeIssues } from './rules';
import {
	fieldsFor,
	kindField,
	notOneSourceText,
	settingsCollection,
	sourceCredentialFields,
	SOURCES,
	sourceObject,
	sourcesIn,
} from './sources';
import { sourceText } from './summary';
import { withDisplayOptions } from '../../../engine/foldedProperties';

/** The API reads the schemas of every source except databases. */
const DISCOVERED = SOURCES.filter(({ tables }) => tables === undefined);

function discoveredSourceIssues(body: JsonObject): Issue[] {
	const kinds = DISCOVERED.map(({ kind }) => kind);
	const databases = sourcesIn(asObject(body.source)).filter(
		(source) => !DISCOVERED.includes(source),
	);
	if (databases.length > 0) {
		const kindNames = databases.map(({ kind }) => kind).join(' and ');
		return [{ path: 'source', text: notOneSourceText(kindNames, kinds) }];
	}
	const issues = newPipeIssues(body);
	return issues.filter(({ path }) => path === '' || isWithin(path, 'source'));
}

/** Issues about a body's source and its credential. */
export const sourceIssues = rulesWith(discoveredSourceIssues);

const sourceDescription = describeBody('', { source: sourceObject(DISCOVERED) });
const sourceSettings = settingsCollection('Source Settings', sourceDescription);
const sourceBody = wholeBodyFields(sourceDescription, {
	json: PIPE_JSON,
	settings: sourceSettings,
	toApiKeys: (input, parameters, context) => {
		const { body, ...finished } = finishedPipe(sourceOf(input), parameters, context);
		return { body: sourceOf(body), ...finished };
	},
	rules: [sourceIssues],
});

/** A read, but sent as POST because it carries secrets. */
export const discoverSchema: ListedOperation<ReadOperation> = {
	kind: 'read',
	name: 'Discover Schema',
	description:
		'Read the fields of a stream or of files, with matching column types. For object storage, the service must be running.',
	action: 'Discover schema of source',
	properties: [
		...parentFields(pipeRecord),
		{ ...pipeInputField, displayName: 'Define Source', description: 'Input format for the source' },
		...jsonFields,
		...withDisplayOptions(BY_FIELDS, [kindField(DISCOVERED)]),
		...fieldsFor(DISCOVERED, sourceForm),
		...withDisplayOptions(BY_FIELDS, [sourceSettings]),
		...fieldsFor(DISCOVERED, sourceCredentialFields),
		pipeRecord.parent.options({
			reads: true,
			allowUnlisted: true,
			extraOptions: [wakeServiceField],
		}),
	],
	extraCredentialType: 'cloudPipeSourceApi',
	texts: {
		...discoveryTexts,
		subjectOf: () => 'schema of a source',
		summarize: (request, parameters) => {
			const body = objectBody(request);
			const parentText = parentPhrase(pipeRecord.parent, parameters, '');
			return `Read the schema of ${sourceText(asObject(body.source))}${parentText}${otherFields(body, ['source'])}`;
		},
	},
	output: {
		successHint: ({ fields: schemaFields }) =>
			Array.isArray(schemaFields) && schemaFields.length > 0
				? undefined
				: 'The API found no fields. Check that the source has data in the chosen format.',
	},
	plan: withPrerequisites(
		{ prerequisites: wakeFirst },
		planRequests('POST', discoveryPath, sourceBody.buildBody, { reads: true }),
	),
};
