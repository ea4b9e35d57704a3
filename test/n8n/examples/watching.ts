import assert from 'node:assert/strict';

import { CLICKSTACK_IDS, sampleService } from '../../../tools/emulator';
import type { Checks } from '../harness/checks';
import type { PlayedN8n } from '../../../tools/n8n/harness/playedN8n';
import { example } from '../../../tools/n8n/harness/workflows';
import { play, sent, withoutSlack } from './play';

/** Runs the examples that watch services and people. */
export async function watching(checks: Checks, n8n: PlayedN8n): Promise<void> {
	await serviceCheck(checks, n8n);
	await serviceState(checks, n8n);
	await activityAlert(checks, n8n);
	await departedMember(checks, n8n);
	await alertToSlack(checks, n8n);
	await alertAtOnce(checks, n8n);
}

async function serviceCheck(checks: Checks, stage: PlayedN8n): Promise<void> {
	const { emulator, mailbox } = stage;
	const workflow = example('service-check');
	await checks.check('service-check is silent while all services are fine', async () => {
		const output = await play(stage, workflow);
		assert.equal(output.get('Read Service')?.length, 1);
		assert.deepEqual(mailbox.mails, []);
	});
	await checks.check('service-check mails problems, without any ID', async () => {
		const [degraded, refused, gone] = [2, 3, 4].map((n) => sampleService(n));
		assert.ok(degraded && refused && gone);
		const { id, name } = degraded;
		const running = emulator.state.services.get(emulator.ids.serviceId);
		assert.ok(running);
		emulator.state.services.set({ ...running, id, name, state: 'degraded' });
		for (const { id } of [degraded, refused, gone]) {
			emulator.state.activities.push({ id: `about-${id}`, serviceId: id });
		}
		const match = { path: new RegExp(refused.id) };
		const refusal = emulator.faults.add({ kind: 'status', status: 403, match });
		try {
			await play(stage, workflow);
		} finally {
			refusal.remove();
			emulator.state.services.delete(degraded.id);
			for (const { id } of [degraded, refused, gone]) {
				emulator.state.activities.delete(`about-${id}`);
			}
		}
		assert.equal(mailbox.mails.length, 1);
		const [mail] = mailbox.mails;
		assert.equal(mail?.subject, '2 of 4 services need a look');
		assert.equal(mail.to, 'on-call@example.com');
		const lines = mail.text.trim().split('\n').sort();
		assert.equal(lines[0], 'Analytics 2: degraded');
		assert.match(
			lines[1] ?? '',
			new RegExp(`^service ${refused.id}: Item \\d+: The key lacks the permission`),
		);
	});
}

async function serviceState(checks: Checks, stage: PlayedN8n): Promise<void> {
	const changes = [
		{ previousState: 'running', state: 'idle', service: { id: 'a', name: 'Shop' } },
		{ previousState: 'idle', state: 'awaking', service: { id: 'a', name: 'Shop' } },
		{ previousState: 'awaking', state: 'running', service: { id: 'b' } },
	];
	await checks.check(
		'service-state-to-slack reports services that woke up or fell asleep',
		async () => {
			const trigger = 'Service State Changed';
			const workflow = withoutSlack(example('service-state-to-slack'), 'Keep Awake and Asleep');
			const pinData = { [trigger]: changes.map((json) => ({ json })) };
			const output = await play(stage, { ...workflow, pinData }, trigger);
			assert.deepEqual(
				output.get('Told')?.map((item) => item.text),
				['Shop fell asleep (running → idle)', 'b woke up (awaking → running)'],
			);
		},
	);
}

async function activityAlert(checks: Checks, stage: PlayedN8n): Promise<void> {
	const { mailbox } = stage;
	await checks.check(
		'activity-alert mails time and kind, without lines that are empty',
		async () => {
			await play(stage, example('activity-alert'), 'New Activity');
			assert.equal(mailbox.mails[0]?.subject, 'service_restore_backup by Grace Example');
			assert.match(
				mailbox.mails[0].text,
				/^When: \d+ [A-Z][a-z]+ \d{4}, \d\d:\d\d GMT\+[12]\nActivity: recent-0+$/,
			);
		},
	);
}

async function departedMember(checks: Checks, stage: PlayedN8n): Promise<void> {
	const { mailbox } = stage;
	await checks.check("departed-member-alert mails a departed member's activities", async () => {
		const trigger = 'Activity of a Departed Member';
		// Like Fetch Test Event, uses the newest activity that passes the filter.
		await play(stage, example('departed-member-alert'), trigger);
		assert.equal(mailbox.mails.length, 1);
		const [mail] = mailbox.mails;
		assert.equal(mail?.subject, 'Grace Example has left, and did service_restore_backup');
		assert.equal(mail.to, 'security@example.com');
		assert.match(
			mail.text,
			/^When: \d+ [A-Z][a-z]+ \d{4}, \d\d:\d\d GMT\+[12]\nWho: Grace Example \(user user-1\)\nWith: Example\/1\.0\nActivity: recent-0+$/,
		);
	});
}

async function alertToSlack(checks: Checks, stage: PlayedN8n): Promise<void> {
	const { alerts } = stage.emulator.state.clickStack;
	const { alertId, dashboardId, savedSearchId } = CLICKSTACK_IDS;
	const stored = alerts.get(alertId);
	assert.ok(stored);
	const search = { source: 'saved_search', savedSearchId, name: 'Slow', thresholdMax: 20 };
	const cases = [
		[
			'the dashboard of a tile',
			{ state: 'ALERT' },
			`Sample: Alert on a dashboard tile (at or above 10 every 5m) fires, was OK: ≥ 10 in 5m\nhttp://localhost:8080/dashboards/${dashboardId}`,
			// The node needs dashboards to name unnamed alerts. The neutral API doesn't list them.
			['GET v2/dashboards  404'],
		],
		[
			'the saved search',
			{ state: 'ALERT', ...search, thresholdType: 'not_between' },
			`Sample: Alert "Slow" fires, was OK: not between 10 and 20 in 5m\nhttp://localhost:8080/search/${savedSearchId}`,
			[],
		],
	] as const;
	for (const [linked, changes, text, nameReads] of cases) {
		await checks.check(`alert-to-slack links ${linked} that an alert watches`, async () => {
			alerts.set({ ...stored, ...changes });
			const workflow = withoutSlack(example('alert-to-slack'), 'Settings');
			const output = await play(stage, workflow, 'Alert Fires');
			alerts.set(stored);
			assert.deepEqual(
				output.get('Told')?.map((item) => item.text),
				[text],
			);
			assert.deepEqual(sent(stage), ['GET v2/alerts  200', ...nameReads]);
		});
	}
}

async function alertAtOnce(checks: Checks, stage: PlayedN8n): Promise<void> {
	await checks.check('alert-at-once posts the summary, the text, and the link', async () => {
		const trigger = 'Alert Fires';
		const link = 'https://clickstack.example.com/dashboards/1';
		const json = { state: 'ALERT', summary: 'Alert "Errors" fires', body: '12 lines found', link };
		const workflow = withoutSlack(example('alert-at-once'), 'Settings');
		const output = await play(stage, { ...workflow, pinData: { [trigger]: [{ json }] } }, trigger);
		assert.deepEqual(
			output.get('Told')?.map((item) => item.text),
			[`Alert "Errors" fires\n12 lines found\n${link}`],
		);
	});
}
