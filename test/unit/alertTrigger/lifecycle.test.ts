import type { IHookFunctions } from 'n8n-workflow';

import { register, unregister } from '../../../nodes/CloudAlertTrigger/lifecycle';
import { RecordClient } from '../../../nodes/CloudAlertTrigger/recordClient';
import { fakeContext } from '../core/fakes';

/** A context whose ClickStack no request reaches. */
function hookContext() {
	const { context, logged } = fakeContext({
		fields: { authentication: 'accessToken', alertIds: [] },
		credentials: {
			cloudDashboardApi: { baseUrl: 'https://clickstack.example.com', accessToken: 'x' },
		},
		members: {
			getActivationMode: () => 'activate',
			getNodeWebhookUrl: () => 'https://n8n.example.com/webhook/a/webhook',
			getWorkflow: () => ({ id: 'wf1', name: 'Alerts' }),
			getWorkflowStaticData: () => ({}),
		},
	});
	return { context: context as unknown as IHookFunctions, logged };
}

describe('a defect', () => {
	beforeEach(() => {
		jest.spyOn(RecordClient.prototype, 'list').mockRejectedValue(new TypeError('a bug'));
	});
	afterEach(() => {
		jest.restoreAllMocks();
	});

	it('while publishing is reported as such', async () => {
		const { context } = hookContext();
		await expect(register(context)).rejects.toThrow(
			"The node couldn't finish setting up the webhook (TypeError).",
		);
	});

	it('while unpublishing is logged as such', async () => {
		const { context, logged } = hookContext();
		expect(await unregister(context)).toBe(false);
		const texts = logged.map(([, text]) => text).join('\n');
		expect(texts).toContain("couldn't finish removing the webhook (TypeError)");
		expect(texts).not.toContain('setting up');
	});
});
