import type { Execution, PlannedItem } from '../executionState';
import type { Preparation } from '../operation';
import type { ErrorDetails } from '../errorDetails';
import { Waits } from '../wait/waits';
import { readKey } from './identity';
import type { Session } from './session';
import { withSession } from './session';

/** The node reads a state that is older than this again before a change depends on it. */
const STATE_AGE_MS = 60_000;

/** A record's state during the run, for changes that need the record ready. */
interface PreparationState {
	step: Preparation['step'];
	readAt: number;
	isCommanded: boolean;
	/** The reason why the record can't be ready. */
	error?: ErrorDetails;
}

/** Sends the commands and waits that precede changes, each once per run. Never throws. */
export class Preparations {
	private readonly states = new Map<string, PreparationState>();

	constructor(
		private readonly execution: Execution,
		private readonly session: Session,
	) {}

	/** Makes an item's record ready. If that fails, returns the error, and the item's change isn't sent. */
	async prepare(item: PlannedItem): Promise<ErrorDetails | undefined> {
		const { preparation, factReads } = item;
		if (preparation === undefined) return undefined;
		const key = readKey(preparation.check);
		const previous = this.states.get(key) ?? {
			step: preparation.step,
			readAt: Math.min(...factReads.map(({ readAt }) => readAt)),
			isCommanded: false,
		};
		const state =
			previous.error === undefined ? await this.nextState(item, preparation, previous) : previous;
		this.states.set(key, state);
		return state.error;
	}

	/** Mentions in an item's error that the run sent the command, such as a wake. */
	withCommandText({ preparation }: PlannedItem, error: ErrorDetails): ErrorDetails {
		if (preparation === undefined) return error;
		const isCommanded = this.states.get(readKey(preparation.check))?.isCommanded === true;
		if (!isCommanded) return error;
		return { ...error, description: `${error.description} ${preparation.doneText}` };
	}

	private async nextState(
		item: PlannedItem,
		preparation: Preparation,
		{ isCommanded, ...previous }: PreparationState,
	): Promise<PreparationState> {
		const { clock } = this.execution;
		const isOld = clock.elapsed() - previous.readAt > STATE_AGE_MS;
		const step = isOld ? await this.readStep(item, preparation) : previous.step;
		const isCommand = step === 'command' && !isCommanded;
		const failure = isCommand ? await this.command(item, preparation) : undefined;
		const hasCommanded = isCommanded || (isCommand && failure === undefined);
		// The run waits only once after a command. If the record isn't ready by then, the API refuses the change.
		const isAwaited = step === 'wait' || isCommand;
		const error = failure ?? (isAwaited ? await this.waitError(item, preparation) : undefined);
		const state = { step: 'none', readAt: clock.elapsed(), isCommanded: hasCommanded } as const;
		return error === undefined ? state : { ...state, error };
	}

	/** Sends the change even if the state can't be read, because the API refuses impossible changes. */
	private async readStep({ itemIndex }: PlannedItem, { check, stepIn, waiting }: Preparation) {
		const { api } = this.execution;
		const result = await this.session.send(check, waiting, itemIndex);
		return result.kind === 'success' ? stepIn(result.body[api.payloadKey]) : 'none';
	}

	private async command(
		{ itemIndex }: PlannedItem,
		{ command, commandName, permission, doneText, waiting }: Preparation,
	): Promise<ErrorDetails | undefined> {
		const { progress } = this.execution;
		const { prepared } = progress;
		progress.prepared = [...prepared, `${commandName} may have worked.`];
		const result = await this.session.send(command, waiting, itemIndex);
		if (result.kind === 'success') {
			progress.prepared = [...prepared, doneText];
			return undefined;
		}
		if (!result.maybeSent) progress.prepared = prepared;
		const details = this.session.errorOf(result, command, {
			texts: { permission },
			unknownOutcome: [
				`${commandName} may have worked`,
				'Retry the execution. The node then reads the current state first.',
			],
		});
		const failedText = result.maybeSent ? '' : `${commandName} failed. `;
		return changeNotSent({ ...details, description: failedText + details.description });
	}

	private async waitError(
		item: PlannedItem,
		{ check, waiting }: Preparation,
	): Promise<ErrorDetails | undefined> {
		const execution = {
			...this.execution,
			operation: waiting,
			limits: { ...this.execution.limits, maxRetries: 0 },
		};
		// The wait has a session of its own. When the time runs out, that session closes and the run continues.
		const result = await withSession(execution, async ({ client }) => {
			const checks = new Waits(execution, client, waiting.rule);
			const waitResult = await checks.waitFor({ ...item, request: check });
			this.session.client.queue.addWaitsOf(client.queue);
			return waitResult;
		});
		return 'error' in result ? changeNotSent(result.error) : undefined;
	}
}

function changeNotSent(error: ErrorDetails): ErrorDetails {
	const description = `The change itself wasn't sent. ${error.description}`;
	return { ...error, description, outcome: 'notSent' };
}
