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
import { sourceForm, sourceObject, withSourceParts } from './sourceForm';
import { kindField, SINGLE_TABLE_SOURCES } from './sources';
import { readSource } from './summary';

/** JSON may be a whole pipe. */
const onlySource: Step<Draft> = ({ body, isJson }) => {
	const source = sourceOf(body);
	return isJson ? { body: source, json: source } : {};
};

const discoveredSource = describeFields('', { source: sourceObject(SINGLE_TABLE_SOURCES) });

const sourceBody = wholeBodyFields(discoveredSource, {
	...sourceForm(
		{ input: 'Define Source', collection: 'Source Settings' },
		discoveredSource,
		SINGLE_TABLE_SOURCES,
		[kindField(SINGLE_TABLE_SOURCES)],
	),
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
