import { NodeApiError } from 'n8n-workflow';

import { sampleActivity, sampleService } from '../../tools/emulator';
import { withEmulator } from '../withEmulator';
import type { ListOpening } from '../../tools/engine/openList';
import { openList } from '../../tools/engine/openList';
import { PACKAGE_NAME } from '../../tools/engine/package';
import { credentialsOf } from '../../tools/engine/workflow';

afterEach(() => {
	// The neutral API lists no services: it is asked anyway.
	const others = emulator.violations.filter(({ path }) => !path.endsWith('/services'));
	expect(others).toEqual([]);
	emulator.clearLog();
});

const emulator = withEmulator();

/** Starts an emulator with a number of services; the activities about the last one are the newest. */
async function start(services: number): Promise<void> {
	const all = Array.from({ length: services }, (_, index) => sampleService(index + 1));
	const activities = all.map(({ id }, index) => ({ ...sampleActivity(10 + index), serviceId: id }));
	await emulator.start({ seed: { services: all, activities } });
}

type Opening = Omit<ListOpening, 'credentials'> & { management?: Record<string, string> };

async function open({ management = {}, ...opening }: Opening) {
	emulator.clearLog();
	const credentials = credentialsOf(emulator, { management });
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
function reads(): string[] {
	return emulator.requests.map(({ path }) => path.split('/').at(-1) ?? '');
}

function named(...numbers: number[]) {
	return numbers.map((n) => {
		const { id, name, state, region } = emulator.state.services.get(sampleService(n).id) ?? {};
		return { name: `${String(name)}\u00a0(${String(state)}, ${String(region)})`, value: id };
	});
}

function byId(...numbers: number[]) {
	return numbers.map((n) => ({ name: sampleService(n).id, value: sampleService(n).id }));
}

const SERVICES = { method: 'searchServices' };

describe('the list of services', () => {
	it('names the newest ten, shows the rest by ID, and reads again for a filter', async () => {
		await start(12);
		const ten = [12, 11, 10, 9, 8, 7, 6, 5, 4, 3];
		expect(await open(SERVICES)).toEqual([...named(...ten), ...byId(2, 1)]);
		const names = ['services', 'activities', ...ten.map((n) => sampleService(n).id)];
		expect(reads().sort()).toEqual(names.sort());
		expect(await open({ ...SERVICES, filter: 'ANALYTICS 6' })).toEqual(named(6));
		expect(await open({ ...SERVICES, filter: sampleService(1).id })).toEqual(byId(1));
	});

	it('serves the trigger', async () => {
		await start(1);
		const type = `${PACKAGE_NAME}.cloudManagementTrigger`;
		expect(await open({ ...SERVICES, type })).toEqual(named(1));
	});

	it('shows a deleted service by its ID', async () => {
		await start(2);
		emulator.state.services.delete(sampleService(2).id);
		expect(await open(SERVICES)).toEqual([...byId(2), ...named(1)]);
	});

	it('reports a refused key, and shows no secret', async () => {
		await start(2);
		const management = { keySecret: 'wrong-secret-1' };
		const error = await failureOf(open({ ...SERVICES, management, filter: 'analytics' }));
		expect(error).toMatchObject({ httpCode: '401' });
		expect(error.message).toMatch(/^The API refused the request with status 401/);
		expect(error.description).toMatch(/Check the key ID.* type the ID\.$/);
		expect(JSON.stringify([error, error.message])).not.toContain('wrong-secret-1');
	});

	it('reports a rate limit longer than anyone waits, and follows no redirect', async () => {
		await start(1);
		const location = 'https://evil.example/';
		const redirect = emulator.faults.add({ kind: 'redirect', location });
		expect(await failureOf(open(SERVICES))).toMatchObject({ httpCode: '302' });
		redirect.remove();
		emulator.faults.add({ kind: 'status', status: 429, headers: { 'retry-after': '60' } });
		expect(await failureOf(open(SERVICES))).toMatchObject({ httpCode: '429' });
		expect(reads()).toEqual(['services']);
	});

	it('reads in the organization of the options', async () => {
		await start(1);
		const organizationId = '00000010-0000-4000-8000-000000000099';
		await failureOf(open({ ...SERVICES, parameters: { options: { organizationId } } }));
		expect(emulator.requests[0]?.path).toContain(organizationId);
	});
});
