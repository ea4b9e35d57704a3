import { NodeApiError } from 'n8n-workflow';

import type { Emulator } from '../../tools/emulator';
import { sampleActivity, sampleService, startEmulator } from '../../tools/emulator';
import type { ListOpening } from '../../tools/engine/openList';
import { openList } from '../../tools/engine/openList';
import { PACKAGE_NAME } from '../../tools/engine/package';
import { credentialsOf } from '../../tools/engine/workflow';

let emulator: Emulator | undefined;

afterEach(async () => {
	// The neutral API lists no services: it is asked anyway.
	const others = emulator?.violations.filter(({ path }) => !path.endsWith('/services'));
	await emulator?.close();
	expect(others).toEqual([]);
});

/** Starts an emulator with a number of services; the activities about the last one are the newest. */
async function started(services: number): Promise<Emulator> {
	const all = Array.from({ length: services }, (_, index) => sampleService(index + 1));
	const activities = all.map(({ id }, index) => ({ ...sampleActivity(10 + index), serviceId: id }));
	emulator = await startEmulator({ seed: { services: all, activities } });
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
		return { name: `${String(name)}\u00a0(${String(state)}, ${String(region)})`, value: id };
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

	it('serves the trigger', async () => {
		const from = await started(1);
		const type = `${PACKAGE_NAME}.cloudManagementTrigger`;
		expect(await open(from, { ...SERVICES, type })).toEqual(named(from, 1));
	});

	it('shows a deleted service by its ID', async () => {
		const from = await started(2);
		from.state.services.delete(sampleService(2).id);
		expect(await open(from, SERVICES)).toEqual([...byId(2), ...named(from, 1)]);
	});

	it('reports a refused key, and shows no secret', async () => {
		const from = await started(2);
		const management = { keySecret: 'wrong-secret-1' };
		const error = await failureOf(open(from, { ...SERVICES, management, filter: 'analytics' }));
		expect(error).toMatchObject({ httpCode: '401' });
		expect(error.message).toMatch(/^The API refused the request with status 401/);
		expect(error.description).toMatch(/Check the key ID.* type the ID\.$/);
		expect(JSON.stringify([error, error.message])).not.toContain('wrong-secret-1');
	});

	it('reports a rate limit longer than anyone waits, and follows no redirect', async () => {
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
