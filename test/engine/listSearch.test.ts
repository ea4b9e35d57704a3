import { NodeApiError } from 'n8n-workflow';

import type { Emulator, EmulatorOptions } from '../emulator';
import { sampleActivity, sampleService, startEmulator } from '../emulator';
import type { ListOpening } from './harness/openList';
import { openList } from './harness/openList';
import { PACKAGE_NAME } from './harness/package';
import { credentialsOf } from './harness/workflow';

let emulator: Emulator | undefined;

afterEach(async () => {
	// The API of the neutral reference lists no services: it is asked all the same.
	const others = emulator?.violations.filter(({ path }) => !path.endsWith('/services'));
	await emulator?.close();
	expect(others).toEqual([]);
});

/** Starts an emulator with a number of services; the activities about the last one are the newest. */
async function started(services: number, options: EmulatorOptions = {}): Promise<Emulator> {
	const all = Array.from({ length: services }, (_, index) => sampleService(index + 1));
	const activities = all.map(({ id }, index) => ({
		...sampleActivity(10 + index),
		serviceId: id,
	}));
	emulator = await startEmulator({ ...options, seed: { services: all, activities } });
	return emulator;
}

type Opening = Omit<ListOpening, 'credentials'> & { management?: Record<string, string> };

async function open(from: Emulator, { management = {}, ...opening }: Opening) {
	from.clearLog();
	const credentials = credentialsOf(from, { management });
	const { results } = await openList({ credentials, ...opening });
	return results.map(({ name, value }) => ({ name, value }));
}

async function failureOf(opening: Promise<unknown>): Promise<NodeApiError> {
	const error: unknown = await opening.then(
		() => undefined,
		(thrown: unknown) => thrown,
	);
	if (error instanceof NodeApiError) return error;
	throw new Error(`Not n8n's error of a request: ${String(error)}`);
}

/** The last segments of the paths that were read. */
function reads({ requests }: Emulator): string[] {
	return requests.map(({ path }) => path.split('/').at(-1) ?? '');
}

function named(from: Emulator, ...numbers: number[]) {
	return numbers.map((n) => {
		const { id, name, state, region } = from.state.services.get(sampleService(n).id) ?? {};
		return { name: `${String(name)} (${String(state)}, ${String(region)})`, value: id };
	});
}

function byId(...numbers: number[]) {
	return numbers.map((n) => ({ name: sampleService(n).id, value: sampleService(n).id }));
}

const SERVICES = { method: 'searchServices' };

describe('the list of services', () => {
	it('names the newest ten, shows the rest by ID, and reads again for a filter', async () => {
		const from = await started(12);
		const ten = [12, 11, 10, 9, 8, 7, 6, 5, 4, 3];
		expect(await open(from, SERVICES)).toEqual([...named(from, ...ten), ...byId(2, 1)]);
		const names = ['services', 'activities', ...ten.map((n) => sampleService(n).id)];
		expect(reads(from).sort()).toEqual(names.sort());
		expect(await open(from, { ...SERVICES, filter: 'ANALYTICS 6' })).toEqual(named(from, 6));
		expect(await open(from, { ...SERVICES, filter: sampleService(1).id })).toEqual(byId(1));
	});

	it('serves the trigger, too', async () => {
		const from = await started(1);
		const type = `${PACKAGE_NAME}.cloudManagementTrigger`;
		expect(await open(from, { ...SERVICES, type })).toEqual(named(from, 1));
	});

	it('shows a service that is gone by its ID', async () => {
		const from = await started(2);
		from.state.services.delete(sampleService(2).id);
		expect(await open(from, SERVICES)).toEqual([...byId(2), ...named(from, 1)]);
	});

	it('says that the key is refused, and shows no secret', async () => {
		const from = await started(2);
		const management = { keySecret: 'wrong-secret-1' };
		const error = await failureOf(open(from, { ...SERVICES, management, filter: 'analytics' }));
		expect(error).toMatchObject({ httpCode: '401' });
		expect(error.message).toMatch(/^The API refused the request with status 401/);
		expect(error.description).toMatch(/Check the key ID.* type the ID\.$/);
		expect(JSON.stringify([error, error.message])).not.toContain('wrong-secret-1');
	});

	it('says when the rate limit lasts longer than anyone waits, and follows no redirect', async () => {
		const from = await started(1);
		const location = 'https://evil.example/';
		const redirect = from.faults.add({ kind: 'redirect', location });
		expect(await failureOf(open(from, SERVICES))).toMatchObject({ httpCode: '302' });
		redirect.remove();
		from.faults.add({ kind: 'status', status: 429, headers: { 'retry-after': '60' } });
		expect(await failureOf(open(from, SERVICES))).toMatchObject({ httpCode: '429' });
		expect(reads(from)).toEqual(['services']);
	});

	it('reads in the organization of the options', async () => {
		const from = await started(1);
		const organizationId = '00000010-0000-4000-8000-000000000099';
		await failureOf(open(from, { ...SERVICES, parameters: { options: { organizationId } } }));
		expect(from.requests[0]?.path).toContain(organizationId);
	});
});

describe('the list of activities', () => {
	it('shows type, actor and time, the newest first', async () => {
		const from = await started(0);
		const method = 'searchActivities';
		from.state.activities.clear();
		const at = { createdAt: '2026-05-31T10:00:00Z', actorDetails: 'Ada Example' };
		from.state.activities.push({ ...at, id: 'a', type: 'service_start' });
		from.state.activities.push({
			...at,
			id: 'b',
			type: 'service_stop',
			createdAt: '2026-05-31T11:00:00Z',
		});
		const [stop, start] = await open(from, { method });
		expect(stop?.name).toMatch(/^service_stop · Ada Example · 2026-05-31 \d\d:00$/);
		expect(stop?.value).toBe('b');
		expect(start?.name).toMatch(/^service_start · Ada Example · 2026-05-31 \d\d:00$/);
		expect(await open(from, { method, filter: 'START' })).toEqual([start]);
	});
});

describe('the list of private endpoints', () => {
	const method = 'searchPrivateEndpoints';
	const listed = [{ name: 'vpce-available-1', value: 'vpce-available-1' }];

	it('shows what the chosen service names as available', async () => {
		const from = await started(1);
		const { serviceId } = from.ids;
		const chosen = { __rl: true, mode: 'list', value: serviceId };
		expect(await open(from, { method, parameters: { serviceId: chosen } })).toEqual(listed);
		expect(reads(from)).toEqual([serviceId]);
		expect(await open(from, { method, parameters: { serviceId }, filter: 'VPCE' })).toEqual(listed);
	});

	it('asks for the service first, and says when it is not found', async () => {
		const from = await started(1);
		await expect(open(from, { method })).rejects.toThrow(/^Service ID has no value here\./);
		await expect(open(from, { method, parameters: { serviceId: 'x' } })).rejects.toThrow(
			/^Service ID isn't a UUID\./,
		);
		expect(reads(from)).toEqual([]);
		const parameters = { serviceId: sampleService(7).id };
		const error = await failureOf(open(from, { method, parameters }));
		expect(error.httpCode).toBe('404');
	});
});
