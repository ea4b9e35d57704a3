/** Whether the API received the request, refused it, or may have carried it out. */
export type ErrorOutcome = 'notSent' | 'refused' | 'unknown';

/** The next step, for workflows and agents to branch on. */
type NextAction = 'checkKey' | 'fixInput' | 'lookFirst' | 'runAgain' | 'wait';

/** Why a request failed, and the next step. */
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
} as const satisfies Readonly<Record<string, NextAction>>;

export type ErrorReason = keyof typeof NEXT_ACTIONS;

/** The texts of an error, ready to show and store. */
export interface ErrorText {
	message: string;
	/** The next step, in whole sentences. */
	description: string;
}

/** One item's error: its texts, and the same as data. */
export interface ErrorDetails extends ErrorText {
	httpCode?: string | undefined;
	outcome: ErrorOutcome;
	reason: ErrorReason;
	requestId?: string | undefined;
	/** How often the request was sent. */
	attempts: number;
	/** The number of the item, from 1, if it's one of several. */
	item?: number | undefined;
	/** The request's subject, with secrets redacted. */
	target?: string | undefined;
}
