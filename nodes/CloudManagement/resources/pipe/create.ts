import { describeFields, flag } from '../../../engine/body/fields';
import { pipeRecord } from '../../../clickhouseCloud/records';
import { wholeBodyFields } from '../../../features/record/bodyFields';
import { create } from '../../../features/record/change';
import {
	destination,
	destinationFields,
	fieldMappingsSchema,
	unknownColumns,
	withColumns,
} from './destination';
import { nameColumn, withSchema } from './discovery';
import { furtherFields, pipeName, withNeutralSettings } from './pipeSettings';
import { newPipeIssues, qualifiedNames, rulesWith } from './rules';
import { withSecrets } from './secrets';
import { sourceForm, sourceObject, withSourceParts } from './sourceForm';
import { sourceKindField, SOURCES } from './sources';
import { pipeSummary } from './summary';

/** Keeps the stored name. The default name, from its path, would be `sourceValidateSamples`. */
const validateSamples = flag('Validate Samples', {
	parameter: 'validateSamples',
	description:
		'Whether to read samples from the source and validate them before the pipe is created',
});

export const sourceOfNewPipe = sourceObject(SOURCES, { validateSamples });

/** Keys of "Create pipe" have the neutral spelling here. */
export const newPipe = describeFields(
	'',
	{
		name: pipeName,
		source: sourceOfNewPipe,
		destination: { ...destination, required: true },
		// In the form, the columns contain their mappings.
		fieldMappings: { schema: fieldMappingsSchema, parameter: 'destinationColumns' },
		...furtherFields,
	},
	{ mainFields: ['name', 'source', 'destination', 'fieldMappings'] },
);

const newPipeFields = wholeBodyFields(newPipe, {
	...sourceForm(
		{ input: 'Define Pipe', collection: 'Pipe Settings' },
		newPipe,
		SOURCES,
		[pipeName.property('name'), sourceKindField],
		destinationFields,
	),
	bodySteps: [withSourceParts, withNeutralSettings(newPipe), withColumns, withSecrets, withSchema],
	rules: [rulesWith(newPipeIssues), unknownColumns, qualifiedNames],
	reword: nameColumn,
});

export const createPipe = create(pipeRecord, {
	description:
		'Create a pipe that loads data from a stream, object storage, or a database into a service',
	fields: newPipeFields,
	output: pipeRecord.output,
	offersAllowUnusual: true,
	extraCredentialType: 'cloudPipeSourceApi',
	summarize: pipeSummary,
});
