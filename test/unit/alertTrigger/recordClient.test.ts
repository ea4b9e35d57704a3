import { RecordClient } from '../../../nodes/CloudAlertTrigger/recordClient';
import { dashboardApi } from '../../../nodes/clickStack/api';
import { alertRecord } from '../../../nodes/clickStack/records';
import { Session } from '../../../nodes/engine/execution/session';
import type { JsonObject } from '../../../nodes/engine/json';
import { fakeContext, fakeExecution, json } from '../core/fakes';
import { openClient } from '../core/http/openClient';

const ID = '65f5e4a3b9e77c001a123456';

/** A client whose API answers every request with `response`, by default an alert. */
function openRecords(response = json({ data: { id: ID } })) {
	const sent: string[] = [];
	const { client } = openClient([], {
		transport: async ({ method, path }) => {
			sent.push(`${method} ${path}`);
			return await Promise.resolve(response);
		},
	});
	const session = new Session(fakeExecution({ api: dashboardApi }), client);
	return { records: new RecordClient(session, {}, fakeContext().context), sent };
}

/** The alert that a change gets, which changes nothing. */
async function stored(records: RecordClient, id: string): Promise<JsonObject | undefined> {
	let found: JsonObject | undefined = { isRead: false };
	await records.change(alertRecord, id, { readOnly: [] }, async (alert) => {
		found = alert;
		return await Promise.resolve(undefined);
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
