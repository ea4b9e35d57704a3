import { PIPES, poll, respondWith } from './fakePoll';

const sampleOf = async (parameters: object, found: string) =>
	(
		await poll({
			mode: 'manual',
			parameters: { ...PIPES, ...parameters },
			respond: respondWith(found),
		})
	).items?.[0];

describe('the item of a test by hand', () => {
	it('is a record in one of the new states if there is one', async () => {
		const item = await sampleOf({ states: ['Failed'] }, 'p:Running q:Failed');
		expect(item).toMatchObject({ state: 'Failed', pipe: { id: 'q' } });
		expect(item).not.toHaveProperty('note');
	});

	it('is any record otherwise, and mentions it', async () => {
		const item = await sampleOf({ states: ['Failed'] }, 'p:Running q:Stopped');
		expect(item).toMatchObject({ state: 'Running', pipe: { id: 'p' } });
		expect(item?.['note']).toMatch(/^Sample: the present state/);
	});

	it('is the first record if no states are chosen', async () => {
		const item = await sampleOf({}, 'p:Running q:Failed');
		expect(item).toMatchObject({ state: 'Running' });
		expect(item).not.toHaveProperty('note');
	});

	it('is refused if a state is nearly a known one, unless unlisted values are allowed', async () => {
		const parameters = { states: 'Faild' };
		await expect(sampleOf(parameters, 'p:Running')).rejects.toThrow(/Did you mean Failed\?/);
		const allowed = { ...parameters, options: { allowUnlisted: true } };
		expect(await sampleOf(allowed, 'p:Running')).toMatchObject({ state: 'Running' });
	});
});
