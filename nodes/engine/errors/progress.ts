import type { NodeError } from 'n8n-workflow';
import type { Execution, Progress } from '../executionState';
import { stopText } from './interruptions';
import { errorDetails, operationError, REPORT } from './nodeErrors';
import { counted, nameOfError } from '../text';

/** What an error can promise before the first change is sent. */
export function safetyPromise({ prepared, sent, sentBefore }: Progress): string {
	const earlier = sentBefore > 0 ? ` An earlier attempt sent ${counted(sentBefore, 'item')}.` : '';
	if (prepared.length > 0) return `${preparedText(prepared)} No other change was sent.${earlier}`;
	if (earlier !== '') return `Nothing more was sent.${earlier}`;
	return sent === 'nothing' ? 'Nothing was sent.' : 'Nothing was changed.';
}

/** Removes duplicates, because several items may share a preparation. */
function preparedText(prepared: readonly string[]): string {
	return [...new Set(prepared)].join(' ');
}

/** The error if the user or n8n stopped the execution. */
export function stoppedError({ context, progress }: Execution): NodeError {
	const { prepared, sent } = progress;
	const mayHaveChanged = sent === 'changes';
	const message = stopText(mayHaveChanged ? 'Some requests may have gone through' : undefined);
	const aborted = "Requests in progress were aborted, and the others weren't sent.";
	const hasSent = sent !== 'nothing' || prepared.length > 0;
	const outcomeText = mayHaveChanged ? preparedText(prepared) : safetyPromise(progress);
	const description = [...(hasSent ? [aborted] : []), outcomeText].join(' ').trim();
	const outcome = mayHaveChanged ? 'unknown' : 'notSent';
	return operationError(context.getNode(), errorDetails('stopped', outcome, message, description));
}

/** The error if a bug in the node ended the execution. */
export function defectError(
	{ context, logDefect, progress }: Execution,
	thrown: unknown,
): NodeError {
	logDefect('an execution', thrown);
	const name = nameOfError(thrown);
	const unsent = `The node couldn't finish checking the items (${name}).`;
	const sent = `Some requests may have gone through. The node stopped before it finished sending (${name}).`;
	const advice = 'Check which changes were made, then start a new execution for the other items.';
	const details =
		progress.sent === 'changes'
			? errorDetails('outcomeUnknown', 'unknown', sent, `${advice} ${REPORT}`)
			: errorDetails('defect', 'notSent', unsent, `${safetyPromise(progress)} ${REPORT}`);
	return operationError(context.getNode(), details);
}
