import assert from 'node:assert/strict';

import { sampleService } from '../../emulator';
import type { Checks } from '../harness/checks';
import type { SharedN8n } from '../harness/sharedN8n';
import { example } from '../harness/workflows';
import { play, withoutSlack } from './play';

/** Runs the examples that watch services and people. */
export async function watching(checks: Checks, n8n: SharedN8n): Promise<void> {
	await serviceCheck(checks, n8n);
	await serviceState(checks, n8n);
	await departedMember(checks, n8n);
}

async function serviceCheck(checks: Checks, stage: SharedN8n): Promise<void> {
	const { emulator, mailbox } = stage;
	const workflow = example('service-check');
	await checks.check('service-check is silent while all services are fine', async () => {
		const output = await play(stage, workflow);
		assert.equal(output.get('Read Service')?.length, 1);
		assert.deepEqual(mailbox.mails, []);
	});
	await checks.check('service-check mails what needs a look, without any ID', async () => {
		const [degraded, refused, gone] = [2, 3, 4].map((n) => sampleService(n));
		assert.ok(degraded && refused && gone);
		emulator.state.services.set({ ...degraded, state: 'degraded' });
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
		assert.match(lines[0] ?? '', new RegExp(`^${refused.id}: The API refused`));
		assert.equal(lines[1], 'Analytics 2: degraded');
	});
}

async function serviceState(checks: Checks, stage: SharedN8n): Promise<void> {
	const changes = [
		{ previousState: 'running', state: 'idle', service: { id: 'a', name: 'Shop' } },
		{ previousState: 'idle', state: 'awaking', service: { id: 'a', name: 'Shop' } },
		{ previousState: 'awaking', state: 'running', service: { id: 'b' } },
	];
	await checks.check('service-state-to-slack tells who woke up and who fell asleep', async () => {
		const trigger = 'Service State Changed';
		const workflow = withoutSlack(example('service-state-to-slack'), 'Awake or Asleep');
		const pinData = { [trigger]: changes.map((json) => ({ json })) };
		const output = await play(stage, { ...workflow, pinData }, trigger);
		assert.deepEqual(
			output.get('Told')?.map((item) => item.text),
			['Shop fell asleep (running → idle)', 'b woke up (awaking → running)'],
		);
	});
}

async function departedMember(checks: Checks, stage: SharedN8n): Promise<void> {
	const { mailbox } = stage;
	await checks.check('departed-member-alert mails what a departed member has done', async () => {
		const trigger = 'Activity of a Departed Member';
		// As Fetch Test Event: the newest activity that the filter finds.
		await play(stage, example('departed-member-alert'), trigger);
		assert.equal(mailbox.mails.length, 1);
		const [mail] = mailbox.mails;
		assert.equal(mail?.subject, 'Grace Example has left, and did backup_restore');
		assert.equal(mail.to, 'security@example.com');
		assert.match(mail.text, /Who: Grace Example \(user user-1\)\nService: none\n/);
	});
}
