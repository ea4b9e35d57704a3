import { operations as dashboards } from '../../../nodes/CloudDashboard/actions';
import { operations } from '../../../nodes/CloudManagement/actions';

describe('what may go again after an unknown outcome', () => {
	const all = Object.entries({ ...operations, ...dashboards }).flatMap(([resource, group]) =>
		Object.entries(group).map(([name, { repeatable }]) => ({
			name: `${resource} ${name}`,
			repeatable,
		})),
	);

	it('is what does no harm twice', () => {
		const always = all.filter(({ repeatable }) => repeatable === true).map(({ name }) => name);
		expect(always.sort()).toEqual([
			...['alert delete', 'alert update', 'apiKey delete', 'apiKey update'],
			...[
				'dashboard delete',
				'dashboard validate',
				'invitation delete',
				'member delete',
				'member update',
			],
			...['pipe delete', 'pipe scale', 'pipe start', 'pipe stop', 'pipe updateSettings'],
			...['service scale', 'service start', 'service stop', 'service wake'],
		]);
	});

	it.each([
		[{ tiles: [{ id: 'a' }, { id: 'b' }] }, true],
		[{ tiles: [] }, true],
		[{ name: 'no tiles' }, true],
		[{ tiles: [{ id: 'a' }, { name: 'new' }] }, false],
		[{ tiles: [{ id: '' }] }, false],
		[{ tiles: ['text'] }, false],
	])('a dashboard update with %j: %s', (body, expected) => {
		const repeatable = dashboards.dashboard.update.repeatable;
		expect(typeof repeatable === 'function' && repeatable(body)).toBe(expected);
	});
});
