import { sampleActivity, sampleService } from '../../tools/emulator';
import type { ListOpening } from '../../tools/engine/openList';
import { openList } from '../../tools/engine/openList';
import { PACKAGE_NAME } from '../../tools/engine/package';
import { credentialsOf, MANAGEMENT } from '../../tools/engine/workflow';
import { withEmulator } from '../withEmulator';

const COUNT = 12;
const ids = Array.from({ length: COUNT }, (_, index) => sampleService(index + 1).id);
const services = ids.map((_, index) => sampleService(index + 1));
/** Activities about the last service are the newest. */
const activities = ids.map((serviceId, index) => ({ ...sampleActivity(10 + index), serviceId }));

const emulator = withEmulator({ seed: { services, activities } });

beforeEach(() => {
	// The neutral API lists no services, but is asked anyway.
	emulator.faults.add({ kind: 'status', status: 404, match: { path: /\/services$/ } });
});

async function open(opening: Pick<ListOpening, 'filter' | 'parameters' | 'type'> = {}) {
	const credentials = credentialsOf(emulator);
	const { results } = await openList({ credentials, method: 'searchServices', ...opening });
	return results.map(({ name, value }) => ({ name, value }));
}

/** Shows the last path segment of each read. */
function reads(): string[] {
	return emulator.requests.map(({ path }) => path.split('/').at(-1) ?? '');
}

const byId = (id: string | undefined) => ({ name: id, value: id });
const named = (id: string) => {
	const { name, state, region } = emulator.state.services.get(id) ?? {};
	return { name: `${String(name)}\u00a0(${String(state)}, ${String(region)})`, value: id };
};

describe('searchServices (from activities)', () => {
	it.each([MANAGEMENT, `${PACKAGE_NAME}.cloudManagementTrigger`])(
		'lists the newest ten services in %s',
		async (type) => {
			const [oldest, second, deleted = '', ...newest] = ids;
			emulator.state.services.delete(deleted);
			const ten = [...newest, deleted];
			const shown = [...newest.map(named), byId(deleted), byId(second), byId(oldest)];
			expect(await open({ type })).toEqual(shown);
			expect(reads().sort()).toEqual(['services', 'activities', ...ten].sort());
		},
	);

	it('finds a service by name or ID', async () => {
		expect(await open({ filter: 'ANALYTICS 6' })).toEqual(ids.slice(5, 6).map(named));
		expect(await open({ filter: ids[0] ?? '' })).toEqual([byId(ids[0])]);
	});

	it('uses the organization in Options', async () => {
		const organizationId = '00000010-0000-4000-8000-000000000099';
		await expect(open({ parameters: { options: { organizationId } } })).rejects.toThrow();
		expect(emulator.requests[0]?.path).toContain(organizationId);
	});
});
