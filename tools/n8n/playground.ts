import { type EmulatorOptions, type EmulatorState, evaluateAlert } from '../emulator';
import { seedForExamples } from './examples/seed';

/** The emulator beside an n8n that a person plays with: its webhooks reach this machine. */
export function playgroundOptions(): EmulatorOptions {
	return {
		seed: seedForExamples(),
		clickStack: { webhookHosts: ['localhost', '127.0.0.1'] },
	};
}

/** Evaluates all alerts: nothing else would ever let a workflow start with an alert. */
export async function evaluateAlerts({ clickStack }: EmulatorState, breaches: boolean) {
	for (const id of clickStack.alerts.ids()) await evaluateAlert(clickStack, id, { breaches });
}
