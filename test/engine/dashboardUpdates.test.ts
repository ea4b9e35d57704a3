import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Fault } from '../../tools/emulator';
import { CLICKSTACK_IDS as IDS } from '../../tools/emulator';
import { SEEDED_IDS } from '../../tools/emulator/state/ids';
import { asObject } from '../../nodes/engine/parameters/values';
import type { NodeUnderTest } from '../../tools/engine/workflow';
import { DASHBOARD, hintsOf, NODE } from '../../tools/engine/workflow';
import type { EachEmulator } from '../withEmulator';
import { withEmulator } from '../withEmulator';

const UPDATE = { resource: 'dashboard', operation: 'update', options: { maxRetries: 0 } };
const NOTES = { name: 'Notes', chart: 'markdown', markdown: '# Notes' };
const RETRIES: Partial<NodeUnderTest> = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };

const byFields = (name: string, ...values: INodeParameters[]): INodeParameters => ({
	dashboardInput: 'fields',
	name,
	tags: '',
	tiles: { values },
});
const byJson = (body: object): INodeParameters => ({
	dashboardInput: 'json',
	dashboardJson: JSON.stringify(body),
});

/** Requests are shown as "GET one", "GET all", and "PUT". */
function sentTo({ requests }: EachEmulator): string[] {
	return requests.map(({ method, path }) =>
		method === 'GET' ? `GET ${path.endsWith('/dashboards') ? 'all' : 'one'}` : method,
	);
}

async function runWith(
	emulator: EachEmulator,
	parameters: INodeParameters,
	settings: Partial<NodeUnderTest> = {},
) {
	const node = { type: DASHBOARD, ...settings, parameters: { ...UPDATE, ...parameters } };
	return await emulator.runNode(node);
}

describe('Dashboard → Update (API that can only update)', () => {
	const emulator = withEmulator();
	const { dashboardId } = SEEDED_IDS;
	const stored = () => emulator.stored('dashboards', dashboardId);
	const run = async (parameters: INodeParameters, settings: Partial<NodeUnderTest> = {}) =>
		await runWith(emulator, { dashboardId, ...parameters }, settings);

	it('warns that it replaces the dashboard with the defaults', async () => {
		const done = await run(byFields('Shop', NOTES));
		expect(done.error).toBeUndefined();
		expect(sentTo(emulator)).toEqual(['GET one', 'GET all', 'PUT']);
		expect(stored()).toMatchObject({ name: 'Shop', tiles: [{ name: 'Notes' }] });
		expect(hintsOf(done).join()).toContain('The update replaces the whole dashboard');
	});

	it.each([
		{ what: 'a name', parameters: byFields('', NOTES), label: 'Name' },
		{ what: 'tiles', parameters: byFields('Shop'), label: 'Tiles' },
		{ what: 'tiles by JSON', parameters: byJson({ name: 'Shop' }), label: 'tiles' },
		{
			what: 'a merge, to remove tiles',
			parameters: { ...byFields('Shop', NOTES), tilesToRemove: 'Old' },
			label: 'Removed Tile Names or IDs',
		},
	])('rejects an update without $what', async ({ parameters, label }) => {
		const before = stored();
		const { error } = await run(parameters);
		expect(error?.message).toContain(label);
		expect(error?.message).toContain('This API can only replace the whole dashboard');
		expect(sentTo(emulator)).toEqual(['GET one', 'GET all']);
		expect(stored()).toEqual(before);
	});

	it('rejects Merge', async () => {
		const { error } = await run({ ...byFields('Shop', NOTES), updateMode: 'merge' });
		expect(error?.message).toContain('404');
		expect(sentTo(emulator)).toEqual(['GET one']);
	});

	it('replaces the dashboard with Replace after one read', async () => {
		const done = await run({ ...byFields('Shop', NOTES), updateMode: 'replace' });
		expect(done.error).toBeUndefined();
		expect(sentTo(emulator)).toEqual(['GET one', 'PUT']);
		expect(hintsOf(done).join()).toContain("can't match tiles by name");
	});

	it("replaces the dashboard after a read of the key's team", async () => {
		const result = { id: 't1', name: 'Shop' };
		emulator.faults.add({ kind: 'result200', result, times: 1, match: { method: 'GET' } });
		expect((await run({ resource: 'team', operation: 'get' })).error).toBeUndefined();
		emulator.clearLog();
		expect((await run(byFields('Shop', NOTES))).error).toBeUndefined();
		expect(sentTo(emulator)).toEqual(['GET one', 'GET all', 'PUT']);
	});

	const OTHER_ID = 'f'.repeat(24);

	it("doesn't replace a dashboard once this process has read from the API", async () => {
		emulator.faults.add({
			kind: 'result200',
			result: { id: OTHER_ID, name: 'Errors', tiles: [] },
			times: 1,
			match: { method: 'GET' },
		});
		expect((await run({ operation: 'get', dashboardId: OTHER_ID })).error).toBeUndefined();
		emulator.clearLog();
		const before = stored();
		const { error } = await run(byFields('Shop', NOTES));
		expect(error?.message).toContain('404');
		expect(sentTo(emulator)).toEqual(['GET one']);
		expect(stored()).toEqual(before);
	});

	it("doesn't replace the dashboard again after an unknown outcome", async () => {
		emulator.loseResponse('PUT');
		const { error } = await run(byFields('Shop', NOTES), RETRIES);
		expect(error?.message).toContain('Not sent again');
		expect(sentTo(emulator).filter((request) => request === 'PUT')).toHaveLength(1);
	});
});

describe('Dashboard → Update (ClickStack)', () => {
	const emulator = withEmulator({ dialect: 'clickhouseCloud', dashboardApi: 'clickstack' });
	const { dashboardId, tileId, secondTileId } = IDS;
	const stored = () => emulator.stored('dashboards', dashboardId);
	const tiles = () => [stored()['tiles']].flat().map((tile) => asObject(tile));
	const run = async (parameters: INodeParameters, settings: Partial<NodeUnderTest> = {}) =>
		await runWith(emulator, { dashboardId, ...parameters }, settings);
	const managed = () => ({
		authentication: 'cloudApiKey',
		serviceId: emulator.ids.serviceId,
	});

	describe.each([undefined, 'automatic', 'merge'])('Update Mode %s', (mode) => {
		const updateMode = mode === undefined ? {} : { updateMode: mode };

		it.each([
			{ by: 'fields', parameters: byFields('', { name: 'Errors over time', x: 4 }) },
			{ by: 'JSON', parameters: byJson({ tiles: [{ name: 'Errors over time', x: 4 }] }) },
			{ by: 'JSON with an ID', parameters: byJson({ tiles: [{ id: tileId, x: 4 }] }) },
		])('changes only the entered key by $by', async ({ parameters }) => {
			const before = stored();
			const [first, second] = tiles();
			const { error, items } = await run({ ...parameters, ...updateMode });
			expect(error).toBeUndefined();
			expect(items(NODE)[0]?.json['summary']).toBe(
				'Updated dashboard "Errors" (0000…0001): 2 tiles; changed: "Errors over time" (X from 0 to 4)',
			);
			expect(stored()).toEqual({ ...before, tiles: [{ ...first, x: 4 }, second] });
			expect(emulator.stored('alerts', IDS.alertId)).toMatchObject({ tileId });
			const [, put] = emulator.requests;
			expect(Object.keys(asObject(put?.body)).sort()).toEqual(['name', 'tiles']);
		});
	});

	const answerWith = (tilesOfAnswer: unknown, method: string): Fault => ({
		kind: 'status',
		status: 200,
		times: 1,
		actAnyway: true,
		match: { method },
		body: { data: { ...stored(), tiles: tilesOfAnswer } },
	});

	it.each([undefined, null, {}, 'x', [tileId], [null, { id: secondTileId }]])(
		"doesn't send the update if the API returns the tiles as %j",
		async (unreadable) => {
			emulator.faults.add(answerWith(unreadable, 'GET'));
			const { error } = await run(byFields('', NOTES));
			expect(error?.message).toBe(
				'The node couldn\'t read "tiles" in the API\'s response for the dashboard.',
			);
			expect(error?.description).toMatch(/^Nothing was changed\. .* Try again later\./);
			expect(sentTo(emulator)).toEqual(['GET one']);
		},
	);

	it('replaces unreadable tiles with Replace', async () => {
		emulator.faults.add(answerWith(null, 'GET'));
		const done = await run({ ...byFields('Shop', NOTES), updateMode: 'replace' });
		expect(done.error).toBeUndefined();
		expect(hintsOf(done).join()).toContain("didn't return the dashboard's tiles");
		expect(tiles()).toMatchObject([{ name: 'Notes' }]);
	});

	it.each([null, [], [{ id: secondTileId }]])(
		'keeps all tiles for the next item if the update returns %j',
		async (incomplete) => {
			emulator.faults.add(answerWith(incomplete, 'PUT'));
			const before = tiles();
			const parameters = {
				...UPDATE,
				dashboardId,
				...byFields('', { ...NOTES, name: '={{ $json.name }}' }),
			};
			const node = { type: DASHBOARD, parameters };
			const items = [{ name: 'First' }, { name: 'Second' }];
			const { error } = await emulator.runNode(node, items);
			expect(error).toBeUndefined();
			expect(sentTo(emulator)).toEqual(['GET one', 'PUT', 'GET one', 'PUT']);
			expect(tiles()).toMatchObject([...before, ...items]);
		},
	);

	const HTML = '<html><body>Cannot GET</body></html>';
	const PLAIN = { 'content-type': 'text/plain; charset=utf-8' };
	const ROUTERS: Array<{ what: string; fault: Fault }> = [
		{
			what: "Traefik's 404",
			fault: { kind: 'status', status: 404, body: '404 page not found', headers: PLAIN },
		},
		{
			what: "an ingress's 404",
			fault: { kind: 'status', status: 404, body: 'default backend - 404', headers: PLAIN },
		},
		{
			what: "Kong's 404",
			fault: {
				kind: 'status',
				status: 404,
				body: { message: 'no Route matched with those values' },
			},
		},
		{ what: 'an empty 404', fault: { kind: 'status', status: 404, body: '', headers: PLAIN } },
	];

	it.each<{ what: string; fault: Fault }>([
		{ what: 'a 405', fault: { kind: 'status', status: 405 } },
		{ what: 'a 501', fault: { kind: 'status', status: 501 } },
		{ what: 'a 404 in HTML', fault: { kind: 'status', status: 404, body: HTML } },
		{ what: 'a 500', fault: { kind: 'status', status: 500 } },
	])("doesn't send the update if only the dashboard's read returns $what", async ({ fault }) => {
		const before = stored();
		emulator.faults.add({ ...fault, match: { operationId: 'getDashboard' } });
		const { error } = await run(byFields('Shop', NOTES));
		expect(error).toBeDefined();
		expect(sentTo(emulator)).not.toContain('PUT');
		expect(stored()).toEqual(before);
	});

	it.each<{ what: string; fault: Fault }>([
		...ROUTERS,
		{ what: 'a 404 in HTML', fault: { kind: 'status', status: 404, body: HTML } },
		{ what: 'a 500', fault: { kind: 'status', status: 500 } },
	])("doesn't send the update if every read returns $what", async ({ fault }) => {
		const before = stored();
		emulator.faults.add({ ...fault, match: { method: 'GET' } });
		expect((await run(byFields('Shop', NOTES))).error).toBeDefined();
		expect(stored()).toEqual(before);
	});

	it("doesn't send the update if a gateway answers the list with HTML", async () => {
		emulator.faults.add({
			kind: 'status',
			status: 404,
			body: { message: 'no' },
			match: { operationId: 'getDashboard' },
		});
		emulator.faults.add({
			kind: 'status',
			status: 404,
			body: HTML,
			match: { operationId: 'listDashboards' },
		});
		expect((await run(byFields('Shop', NOTES))).error).toBeDefined();
		expect(sentTo(emulator)).toEqual(['GET one', 'GET all']);
	});

	it("reports that a mistyped dashboard doesn't exist", async () => {
		const { error } = await run({ dashboardId: tileId, ...byFields('Shop', NOTES) });
		expect(error?.message).toContain("isn't in the API's list of dashboards");
		expect(error?.description).toContain('Nothing was changed.');
		expect(sentTo(emulator)).toEqual(['GET one', 'GET all']);
	});

	it('never replaces a dashboard with a Cloud key', async () => {
		emulator.faults.add({
			kind: 'status',
			status: 404,
			body: { status: 404, error: 'no' },
			match: { method: 'GET' },
		});
		const { error } = await run({ ...managed(), ...byFields('Shop', NOTES) });
		expect(error?.message).toContain('404');
		expect(sentTo(emulator)).toEqual(['GET one']);
	});

	it.each([400, 403, 404, 405, 501])(
		'replaces the dashboard with Replace if the API refuses the read with %d',
		async (status) => {
			emulator.faults.add({ kind: 'status', status, match: { method: 'GET' } });
			const done = await run({ ...byFields('Shop', NOTES), updateMode: 'replace' });
			expect(done.error).toBeUndefined();
			expect(hintsOf(done).join()).toContain('sends them as entered');
			expect(tiles()).toMatchObject([{ name: 'Notes' }]);
		},
	);

	it("doesn't send an update with Replace if the read fails", async () => {
		emulator.faults.add({ kind: 'status', status: 500, match: { method: 'GET' } });
		const { error } = await run({ ...byFields('Shop', NOTES), updateMode: 'replace' });
		expect(error?.message).toContain('500');
		expect(tiles()).toHaveLength(2);
	});

	it('rejects emptying a dashboard unless Allow Empty Dashboard is on', async () => {
		const parameters = { ...byFields(''), tilesToRemove: `${tileId},${secondTileId}` };
		const { error } = await run(parameters);
		expect(error?.message).toContain('every tile would be deleted');
		expect(tiles()).toHaveLength(2);
		const allowed = await run({ ...parameters, options: { allowEmpty: true } });
		expect(allowed.error).toBeUndefined();
		expect(tiles()).toEqual([]);
	});

	describe('Retry On Fail after an unknown outcome', () => {
		it('creates a new tile once', async () => {
			emulator.loseResponse('PUT');
			const { error } = await run(byFields('', NOTES), RETRIES);
			expect(error).toBeUndefined();
			expect(sentTo(emulator)).toEqual(['GET one', 'PUT', 'GET one', 'PUT']);
			expect(tiles().map(({ name }) => name)).toEqual(['Errors over time', 'Errors', 'Notes']);
		});

		it.each([
			{ what: 'a new tile without a name', values: [{ ...NOTES, name: '' }], updateMode: 'merge' },
			{
				what: 'two new tiles of a name by Replace',
				values: [NOTES, NOTES],
				updateMode: 'replace',
			},
		])("doesn't resend $what", async ({ values, updateMode }) => {
			emulator.loseResponse('PUT');
			const { error } = await run({ ...byFields('Shop', ...values), updateMode }, RETRIES);
			expect(error?.message).toContain('Not sent again');
			expect(sentTo(emulator).filter((request) => request === 'PUT')).toHaveLength(1);
		});
	});

	/** Expressions return these empty values. */
	it.each<{ field: string; value: string; does: string; stored?: IDataObject; error?: string }>([
		{ field: 'tags', value: '={{ [] }}', does: 'clears the tags', stored: { tags: [] } },
		{ field: 'tags', value: '={{ null }}', does: 'clears the tags', stored: { tags: [] } },
		{
			field: 'name',
			value: '={{ null }}',
			does: 'rejects the update',
			error: "Name can't be cleared",
		},
	])(
		'$does if an expression in $field is $value',
		async ({ field, value, stored: expected, error: message }) => {
			const removal = { ...byFields(''), tilesToRemove: 'Errors' };
			const { error } = await run({ ...removal, [field]: value });
			if (message !== undefined) expect(error?.message).toContain(message);
			else expect(error).toBeUndefined();
			expect(stored()).toMatchObject(expected ?? { name: 'Errors' });
		},
	);

	it.each<{ value: string; error?: string; hint?: string }>([
		{ value: '={{ [] }}', hint: 'The tile list is empty, so the update keeps all tiles' },
		{ value: '={{ "" }}' },
		{ value: '={{ undefined }}' },
		{ value: '={{ null }}' },
	])('keeps every tile if the list of tiles is $value', async ({ value, hint = '' }) => {
		const done = await run({
			dashboardInput: 'list',
			name: 'Shop',
			tags: '',
			tilesList: value,
		});
		expect(done.error).toBeUndefined();
		expect(tiles()).toHaveLength(2);
		expect(hintsOf(done).join()).toContain(hint);
	});

	it.each([
		{ body: { tags: null }, after: { tags: [] } },
		{ body: { savedFilterValues: null }, after: { savedFilterValues: [] } },
		{ body: { savedQuery: null }, after: { savedQuery: null, savedQueryLanguage: null } },
		{ body: { savedQuery: 'other' }, after: { savedQuery: 'other', savedQueryLanguage: 'sql' } },
		{ body: { tiles: [], name: 'Shop' }, after: { name: 'Shop', tags: ['operations'] } },
	])('merges the JSON $body into the stored dashboard', async ({ body, after }) => {
		emulator.change('dashboards', dashboardId, (record) => ({
			...record,
			savedQuery: 'level',
			savedQueryLanguage: 'sql',
		}));
		const { error } = await run(byJson(body));
		expect(error).toBeUndefined();
		expect(stored()).toMatchObject(after);
		expect(tiles()).toHaveLength(2);
	});

	it.each([{ name: null }, { tiles: null }])('rejects the JSON %j', async (body) => {
		const { error } = await run(byJson(body));
		expect(error?.message).toContain(Object.keys(body).join());
		expect(sentTo(emulator)).not.toContain('PUT');
	});

	it('summarizes that only a secret changed', async () => {
		const config = (password: string) => ({
			configType: 'sql',
			displayType: 'table',
			connectionId: IDS.connectionId,
			sqlTemplate: `SELECT * FROM url('https://u:${password}@db.example.com/')`,
		});
		emulator.change('dashboards', dashboardId, (record) => ({
			...record,
			tiles: tiles().map((tile) => ({ ...tile, config: config('canary-old') })),
		}));
		const options = { dryRun: true };
		const body = { tiles: [{ id: tileId, config: config('canary-new') }] };
		const { items } = await run({ ...byJson(body), options });
		expect(items(NODE)[0]?.json['summary']).toMatch(
			/2 tiles; changed: "Errors over time" \(SQL from "\(another secret\)" to /,
		);
		expect(JSON.stringify(items(NODE))).not.toContain('canary');
	});
});
