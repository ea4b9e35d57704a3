/** `unknown`: the API may have made the change. */
export type ErrorOutcome = 'notSent' | 'refused' | 'unknown';

/** Maps each reason for a failure to a next step that workflows and agents can branch on. */
export const NEXT_ACTIONS = {
	invalidInput: 'fixInput',
	unauthorized: 'checkKey',
	forbidden: 'checkKey',
	notFound: 'fixInput',
	conflict: 'lookFirst',
	asleep: 'wait',
	rateLimited: 'wait',
	refused: 'fixInput',
	unavailable: 'runAgain',
	noConnection: 'runAgain',
	outcomeUnknown: 'lookFirst',
	defect: 'lookFirst',
	planDiffers: 'fixInput',
	recordChanged: 'runAgain',
	earlierFailed: 'lookFirst',
	stopped: 'lookFirst',
} as const satisfies Readonly<
	Record<string, 'checkKey' | 'fixInput' | 'lookFirst' | 'runAgain' | 'wait'>
>;

export type ErrorReason = keyof typeof NEXT_ACTIONS;

export interface ErrorText {
	message: string;
	/** Tells the user the next step, in whole sentences. */
	description: string;
	/** The API's own words, which the texts quote after a colon, without the final period. */
	apiWords?: readonly string[];
}

export interface ErrorDetails extends ErrorText {
	httpCode?: string | undefined;
	outcome: ErrorOutcome;
	reason: ErrorReason;
	requestId?: string | undefined;
	/** Number of times the request was sent. */
	attempts: number;
	/** The item's number, counted from 1, if the run has several items. */
	item?: number | undefined;
	/** What the request is about, redacted. */
	target?: string | undefined;
}

export function hasStatus(
	error: Pick<ErrorDetails, 'httpCode'> | undefined,
	status: number,
): boolean {
	return error?.httpCode === String(status);
}
