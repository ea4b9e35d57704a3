import type { INodeParameters } from 'n8n-workflow';

import { FIRST, PAGER, SECOND, withAlertStage } from './harness/alertStage';
import type { WebhookNode } from './harness/webhookNode';

const stage = withAlertStage();

type Repair = (node: WebhookNode, before: unknown) => Promise<void>;

const end: Repair = async (node, before) => {
	await node.unpublish();
	expect(stage.everything()).toEqual(before);
};
const startAndEnd: Repair = async (node, before) => {
	await node.publish();
	const [{ id } = {}, ...others] = stage.webhooks();
	expect(others).toEqual([]);
	expect(stage.notifiedBy(FIRST)).toEqual([PAGER, id]);
	expect(stage.notifiedBy(SECOND)).toEqual([PAGER, id]);
	expect(await node.exists()).toBe(true);
	await end(node, before);
};
const refuse = () => {
	stage.faults.add({ kind: 'status', status: 403, times: 1 });
};
const stop = () => {
	throw new Error('n8n has stopped.');
};

interface Break {
	access: () => INodeParameters;
	isStart: boolean;
	breaking: () => void;
	repair: Repair;
}

/** Breaks the step at its n-th request and repairs it. False if it has fewer requests. */
async function breaksAt(count: number, { access, isStart, breaking, repair }: Break) {
	// Opens a new ClickStack, because the previous step may have left webhooks or alerts.
	await stage.end();
	await stage.open();
	const before = stage.everything();
	const node = await stage.node({ alertIds: [FIRST, SECOND], ...access() });
	if (!isStart) await node.publish();
	let requests = 0;
	node.beforeRequest = () => {
		requests += 1;
		const isBreaking = breaking === stop ? requests >= count : requests === count;
		if (isBreaking) breaking();
	};
	await (isStart ? node.publish().catch(() => undefined) : node.unpublish());
	node.beforeRequest = () => undefined;
	if (!isStart && breaking === refuse && requests >= count) {
		expect(node.logged.join()).toMatch(/403/);
	}
	await repair(node, before);
	return requests >= count;
}

const CAUSES = { 'n8n stops': stop, 'ClickStack fails': refuse };
const REPAIRS = { publishing: startAndEnd, unpublishing: end };
const STEPS = [
	{ step: 'publishing', cause: 'n8n stops', next: 'publishing' },
	{ step: 'publishing', cause: 'n8n stops', next: 'unpublishing' },
	{ step: 'publishing', cause: 'ClickStack fails', next: 'publishing' },
	{ step: 'unpublishing', cause: 'n8n stops', next: 'publishing' },
	{ step: 'unpublishing', cause: 'n8n stops', next: 'unpublishing' },
	{ step: 'unpublishing', cause: 'ClickStack fails', next: 'unpublishing' },
] as const;

describe.each(stage.apis)('CloudAlertTrigger.webhookMethods with $api', ({ access }) => {
	it.each(STEPS)(
		'recovers by $next if $cause at any request of $step',
		async ({ step, cause, next }) => {
			let count = 1;
			const isStart = step === 'publishing';
			const broken = { access, isStart, breaking: CAUSES[cause], repair: REPAIRS[next] };
			while (await breaksAt(count, broken)) count += 1;
			expect(count).toBeGreaterThan(7);
		},
	);
});
