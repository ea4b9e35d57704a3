import type { ErrorText, HttpRequest, Operation, PagedList } from './operation';

/** What an item's needs have read, by their names. */
export type Facts = Readonly<Record<string, unknown>>;

/** A read that a plan depends on. Its request changes nothing; equal ones are sent once for all items. */
export interface Need extends Pick<Operation, 'advice' | 'permission'> {
	/** Its name among the facts. */
	fact: string;
	/** Why it is read, as the start of an error's description. */
	purpose: string;
	request: HttpRequest;
	/** How the pages of a list are read. */
	pages?: PagedList | undefined;
	/** Returns the fact in a payload, or the problem with it. */
	factIn: (payload: unknown) => { value: unknown } | { problem: ErrorText };
	/**
	 * Returns the fact that a failed read stands for; undefined, or left out: the item fails. `hasRead`: whether this
	 * process has read from the same collection with the same key.
	 */
	factOfFailure?: (failure: FailedRead, hasRead: boolean) => unknown;
	/** Keys that only the API sets, if the item's request replaces the record: they don't count as changes. */
	readOnly?: readonly string[];
}

/** A read that failed, as far as a plan may depend on it. */
export interface FailedRead {
	/** The status with which the API refused it; none if the response isn't clear. */
	refusedWith?: number;
	/** Whether the response is a web page, which no API sends. */
	isWebPage: boolean;
}

/** What has to be done before a change: nothing, a command and then a wait, or only a wait. */
type Step = 'command' | 'none' | 'wait';

/** What must come before a change: a record has to reach a state, by a command or by itself. */
export interface Preparation {
	/** The read of the record, which is waited for once however many items need it. */
	check: HttpRequest;
	/** Returns the step that a record asks for, by the payload of the check. */
	stepIn: (payload: unknown) => Step;
	/** The step that the item's facts ask for. */
	step: Step;
	command: HttpRequest;
	/** The command's name at the start of a sentence, and the permission that it needs. */
	commandName: string;
	permission: string;
	/** Said by a plan, and by every error after the command. */
	planned: string;
	done: string;
	/** The wait for the record. */
	waiting: Operation & Required<Pick<Operation, 'wait'>>;
}

/** The record that a request replaces, as it was read. */
export interface RecordBase {
	need: Need;
	record: unknown;
}
