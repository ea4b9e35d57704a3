import { propertiesOf } from '../../../engine/body/interpret';
import { withDisplayOptions } from '../../../engine/parameters/properties';
import { identified } from '../../../engine/phrase';
import { pipeRecord } from '../../../clickhouseCloud/records';
import { wholeBodyFields } from '../../../features/record/bodyFields';
import { create } from '../../../features/record/change';
import type { Draft } from '../../../features/record/draft';
import type { Step } from '../../../features/record/steps';
import {
	BY_FIELDS,
	jsonFields,
	newPipe,
	JSON_INPUT,
	PIPE_STEPS,
	pipeInputField,
	sourceForm,
} from './definition';
import { destination, sortingKeyNotice, unknownColumns } from './destination';
import { discovers, nameColumn, schemaNeed } from './discovery';
import { pipeName } from './pipeSettings';
import { newPipeIssues, qualifiedNames, rulesWith } from './rules';
import { settingsCollection, sourceCredentialFields, sourceKindField } from './sources';
import { pipeSummary } from './summary';

const pipeSettings = settingsCollection('Pipe Settings', newPipe);

const withSchema: Step<Draft> = ({ body }, parameters, context) => {
	if (!discovers(parameters)) return {};
	const pipe = identified('pipe', body.name) ?? 'the pipe';
	return { needs: [schemaNeed(body, pipe, parameters, context)] };
};

const newPipeFields = wholeBodyFields(newPipe, {
	json: JSON_INPUT,
	settings: pipeSettings,
	panel: [
		pipeInputField,
		...jsonFields,
		...withDisplayOptions(BY_FIELDS, [pipeName.property('name'), sourceKindField]),
		...sourceForm,
		...withDisplayOptions(BY_FIELDS, [
			...propertiesOf(destination),
			sortingKeyNotice,
			pipeSettings,
		]),
		...sourceCredentialFields,
	],
	bodySteps: [...PIPE_STEPS, withSchema],
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
