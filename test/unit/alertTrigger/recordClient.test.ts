import { RecordClient } from '../../../nodes/CloudAlertTrigger/recordClient';
import { dashboardApi } from '../../../nodes/clickStack/api';
import { alertRecord } from '../../../nodes/clickStack/records';
import { Session } from '../../../nodes/engine/execution/session';
import type { RawResponse } from '../../../nodes/engine/http/response';
import type { JsonObject } from '../../../nodes/engine/json';
import { fakeContext, fakeExecution, json } from '../core/fakes';
import { FakeClock } from '../core/fakeClock';
import { openClient } from '../core/http/openClient';

const ID = '65f5e4a3b9e77c001a123456';

/** A client whose API answers every request with `response`, by default an alert that changes all the time. */
function openRecords(response?: RawResponse) {
	const sent: string[] = [];
	const clock = new FakeClock();
	const { client } = openClient([], {
		clock,
		transport: async ({ method, path }) => {
			sent.push(`${method} ${path}`);
			const alert = json({ data: { id: ID, note: String(sent.length) } });
			return await Promise.resolve(response ?? alert);
		},
	});
	const session = new Session(fakeExecution({ api: dashboardApi, clock }), client);
	return { records: new RecordClient(session, {}, fakeContext().context), sent, clock };
}

/** The alert that a change gets, which changes nothing. */
async function stored(records: RecordClient, id: string): Promise<JsonObject | undefined> {
	let found: JsonObject | undefined = { isRead: false };
	await records.change(alertRecord, id, { readOnly: [] }, async (alert) => {
		found = alert;
		await Promise.resolve();
		return undefined;
	});
	return found;
}

describe('RecordClient', () => {
	it("sends requests to the record's path", async () => {
		const { records, sent } = openRecords();
		await stored(records, ID);
		await records.write(alertRecord, ID, {});
		await records.write(alertRecord, undefined, {});
		await records.remove(alertRecord, ID);
		const path = '/api/v2/alerts';
		expect(sent).toEqual([
			`GET ${path}/${ID}`,
			`PUT ${path}/${ID}`,
			`POST ${path}`,
			`DELETE ${path}/${ID}`,
		]);
	});

	it.each([{ data: [] }, { data: { id: '65f5e4a3b9e77c001a999999' } }])(
		"doesn't take %j for a missing record",
		async (body) => {
			const { records } = openRecords(json(body));
			await expect(stored(records, ID)).rejects.toMatchObject({
				message: `The response isn't the alert ${ID}.`,
				description: expect.stringContaining('Try again later.') as unknown,
			});
		},
	);

	it('finds no record if the API says that there is none', async () => {
		const { records } = openRecords(json({ message: 'Alert not found' }, 404));
		expect(await stored(records, ID)).toBeUndefined();
	});

	it('reports a record that others change before each attempt as not sent', async () => {
		const { records, sent, clock } = openRecords();
		const change = async () => {
			// The record is too old to be replaced unread, and each read shows another one.
			clock.passed += 60_000;
			return await Promise.resolve({ body: {} });
		};
		await expect(records.change(alertRecord, ID, { readOnly: [] }, change)).rejects.toMatchObject({
			message: 'Someone changed the record after the node read it.',
		});
		expect(sent.filter((request) => request.startsWith('PUT'))).toEqual([]);
		expect(sent).toHaveLength(10);
	});

	it('sends no request for an ID in another format', async () => {
		const { records, sent } = openRecords();
		const text = 'The alert has the ID "../x", which isn\'t an ID of ClickStack.';
		for (const request of [stored(records, '../x'), records.remove(alertRecord, '../x')])
			await expect(request).rejects.toMatchObject({
				message: text,
				description: 'Choose the alert from the list, or copy its ID again.',
			});
		expect(sent).toEqual([]);
	});
});
