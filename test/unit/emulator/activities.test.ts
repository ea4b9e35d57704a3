import { objectsAt } from '../../contract/json';
import type { Emulator } from '../../emulator';
import { startForEachTest } from '../../emulator/eachTest';
import { call, pathsOf } from './client';

let emulator: Emulator;

startForEachTest((started) => {
	emulator = started;
});

async function listed() {
	const { json } = await call(emulator, pathsOf(emulator).activities);
	return objectsAt(json, 'result');
}

it('pushes an activity with the current time, after those that are there', async () => {
	const before = Date.now();
	const pushed = [emulator.state.activities.push(), emulator.state.activities.push()];
	const activities = await listed();
	expect(activities.slice(3)).toEqual(pushed);
	expect(new Set(activities.map(({ id }) => id)).size).toBe(5);
	expect(Date.parse(String(pushed[0]?.createdAt))).toBeGreaterThanOrEqual(before);
});

it('pushes an activity with the given fields, or without a field', async () => {
	const fields = {
		id: 'mine',
		createdAt: '2030-01-01T00:00:00.000Z',
		type: 'backup_create',
		actorType: 'api',
		actorId: 'key-1',
	};
	emulator.state.activities.push({ ...fields, serviceId: undefined });
	const { json } = await call(emulator, `${pathsOf(emulator).activities}/mine`);
	expect(json['result']).toMatchObject(fields);
	expect(json['result']).not.toHaveProperty('serviceId');
});

it('generates activities, each a second after the one before', async () => {
	emulator.state.activities.clear();
	const before = Date.now();
	emulator.state.activities.generate(3);
	const after = Date.now();
	const times = (await listed()).map(({ createdAt }) => Date.parse(String(createdAt)));
	const [first = 0] = times;
	expect(times).toEqual([first, first + 1000, first + 2000]);
	expect(first + 2000).toBeGreaterThanOrEqual(before);
	expect(first + 2000).toBeLessThanOrEqual(after);
});

it('serves ten thousand activities, each as said', async () => {
	emulator.state.activities.clear();
	emulator.state.activities.generate(10_000, (index) => ({
		type: `type_${String(index % 7)}`,
		createdAt: '2026-02-01T00:00:00.000Z',
	}));
	const activities = await listed();
	expect(activities).toHaveLength(10_000);
	expect(new Set(activities.map(({ type }) => type)).size).toBe(7);
	expect(new Set(activities.map(({ createdAt }) => createdAt)).size).toBe(1);
});
