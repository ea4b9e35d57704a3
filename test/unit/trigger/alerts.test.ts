import type { IDataObject } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';
import { z } from 'zod';

import { json } from '../core/fakes';
import { CREDENTIAL, poll } from './fakePoll';
import { ALERTS, changeOf, changes, failure, responding } from './listedPolls';

describe('Alert State Changed', () => {
	/** Polls lists, each with the number of alerts that there are. Returns what is told, and what is reported. */
	async function pages(
		parameters: IDataObject,
		polls: ReadonlyArray<readonly [Record<string, string>, number]>,
	) {
		const staticData: IDataObject = {};
		const told: unknown[] = [];
		for (const [listed, total] of polls) {
			const setup = { parameters: { ...ALERTS, ...parameters }, staticData };
			const response = responding(listed, { meta: { total } });
			const { items, reported } = await poll({ ...setup, ...response }).catch((error: unknown) => ({
				...{ items: undefined, reported: [z.instanceof(NodeApiError).parse(error)] },
			}));
			told.push([...(items ?? []).map(changeOf), ...reported.map(({ message }) => message)]);
		}
		return told;
	}

	const beyond = 'There are 1,200 alerts, and a poll reads only the first 1.';
	const [both, one, other] = [{ a: 'OK', b: 'OK' }, { a: 'ALERT' }, { a: 'OK' }];

	it('with more than one page reports it once, and takes nothing for new or gone', async () => {
		const more = { a: 'OK', c: 'ALERT' };
		expect(
			await pages({}, [
				[both, 2],
				[one, 1200],
				[other, 1200],
				[more, 1200],
				[{ a: 'OK', b: 'ALERT', c: 'OK' }, 3],
				[one, 1],
				[other, 1200],
			]),
		).toEqual([
			...[[], ['a: OK → ALERT', beyond], ['a: ALERT → OK'], []],
			['b: OK → ALERT', 'c: ALERT → OK'],
			['a: OK → ALERT', 'b: ALERT → gone', 'c: OK → gone'],
			['a: ALERT → OK', beyond],
		]);
	});

	it('does not know what became of an entered one that is not on the page', async () => {
		const alertIds = 'a, b';
		expect(
			await pages({ alertIds }, [
				[both, 2],
				[one, 1200],
				[one, 1200],
				[both, 2],
			]),
		).toEqual([[], ['a: OK → ALERT', beyond], [], ['a: ALERT → OK']]);
		const none = 'Alert IDs: 1 ID cannot be read: b';
		expect(
			await pages({ alertIds: 'b' }, [
				[both, 2],
				[one, 1200],
				[both, 2],
			]),
		).toEqual([...[[], [none], []]]);
		expect(await pages({ alertIds }, [[one, 1200]])).toEqual([[none]]);
		const parameters = { ...ALERTS, alertIds };
		const page = responding(one, { meta: { total: 1200 } });
		const error = await failure({ parameters, staticData: {}, ...page });
		expect(error).toHaveProperty('description', expect.stringContaining(`• b: ${beyond}`));
	});

	it('says by hand that there are more', async () => {
		const page = responding(one, { meta: { total: 1200 } });
		const { items } = await poll({ mode: 'manual', parameters: ALERTS, ...page });
		expect(items).toMatchObject([{ previousState: 'ALERT', state: 'ALERT', note: beyond }]);
	});

	it('reads one page, and outputs the most important fields or all', async () => {
		const alert = { id: 'a', dashboardId: 'd', tileId: 't', threshold: 1, teamId: 'team' };
		const outputs = [];
		for (const output of ['simplified', 'raw']) {
			const setup = { parameters: { ...ALERTS, output }, staticData: {} };
			const respond = (state: string) => () => json({ data: [{ ...alert, state }] });
			await poll({ ...setup, respond: respond('OK') });
			const { items, paths } = await poll({ ...setup, respond: respond('ALERT') });
			expect(paths).toEqual(['https://api.example.com/api/v2/alerts?limit=1000']);
			outputs.push(items);
		}
		const { teamId, ...simplified } = { ...alert, state: 'ALERT' };
		expect(outputs).toEqual(
			[simplified, { ...simplified, teamId }].map((shown) => [
				{ previousState: 'OK', state: 'ALERT', alert: shown },
			]),
		);
	});

	it.each([
		['https://API.example.com:443/api/v2/', []],
		['https://other.example.com', undefined],
	])('keeps its state for the same base URL alone: %s', async (baseUrl, expected) => {
		const staticData: IDataObject = {};
		await changes(ALERTS, [{ a: 'OK' }], staticData);
		const credential = { ...CREDENTIAL, baseUrl };
		const respond = responding({ a: 'ALERT' });
		const { items } = await poll({ parameters: ALERTS, staticData, credential, ...respond });
		expect(items?.map(changeOf)).toEqual(expected && ['a: OK → ALERT']);
	});
});
