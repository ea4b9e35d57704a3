import type { IDataObject } from 'n8n-workflow';

import { noticeField } from '../../../core/parameters/properties';
import type { ListedOperation } from '../../../core/resource';
import { appendSegments, requestOptions } from './identifiers';
import type { RecordOutput } from '../../../core/record/output';
import { outputFields, outputIssues, outputRecord } from '../../../core/record/output';
import type { RecordKind } from '../../../core/record/record';
import { recordFields, recordName, recordPath, aboutRecord } from '../../../core/record/record';

/** What each item contains besides the fields of the record, as the panel describes it. */
const ALSO_OUTPUT = ', with command and accepted';

/** What differs between the commands. */
interface CommandTraits extends Pick<
	ListedOperation,
	'action' | 'advice' | 'description' | 'repeatable' | 'unknownOutcome'
> {
	/** The name in the selector, with which the summary begins, too. */
	name: 'Resync' | 'Start' | 'Stop' | 'Wake';
	/** What follows the name in the summary. */
	scope?: string;
	/** The states that the command asks for. */
	reached: readonly string[];
	/** What the panel warns of. */
	warning?: string;
	/** Returns a sentence about the record in the response, after a space; empty if there is none. */
	noteOn?: (record: IDataObject, shown: (text: string) => string) => string;
}

/**
 * Returns the operation that sends a record a command. An accepted command isn't done yet: the state follows later.
 * Reference, "Update pipe state"; second reference, "Services".
 */
export function recordCommand(
	kind: RecordKind & { output: RecordOutput },
	command: 'awake' | 'resync' | 'start' | 'stop',
	{ reached, warning, noteOn, scope = '', ...traits }: CommandTraits,
): ListedOperation {
	return {
		...traits,
		properties: [
			...(warning === undefined ? [] : [noticeField(`${command}Notice`, warning)]),
			...recordFields(kind),
			...outputFields(kind.output, ALSO_OUTPUT),
			requestOptions({ reads: false }),
		],
		...aboutRecord(kind),
		summarize: (_request, parameters) => `${traits.name}${scope} ${recordName(kind, parameters)}`,
		plan: (parameters, { credential }) => {
			const { path, issues } = appendSegments(recordPath(kind, parameters, credential), 'state');
			return {
				request: { method: 'PATCH', path, body: { command } },
				issues: [...issues, ...outputIssues(parameters)],
			};
		},
		isOnlyAccepted: true,
		successHint: (record, _request, shown) => {
			const { state } = record;
			if (typeof state !== 'string') return undefined;
			const note = noteOn?.(record, shown) ?? '';
			if (note === '' && reached.includes(state)) return undefined;
			return `The ${traits.name.toLowerCase()} was accepted; so far, the ${kind.title}'s state is ${shown(state)}.${note}`;
		},
		shape: (element, parameters) => ({
			command,
			accepted: true,
			...outputRecord(element, parameters, kind.output),
		}),
	};
}
