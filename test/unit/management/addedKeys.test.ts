import type { JsonObject } from '../../../nodes/engine/json';
import { CLOUD, contextOf, operationOf, planOf, sentences } from './context';

const SERVICE = { name: 'Shop', provider: 'aws', region: 'us-east-1' };
const NEAR = '"releaseChanel" isn\'t in the API reference (did you mean "releaseChannel"?)';

const plannedWith = (additionalMembers: JsonObject, options = {}, context = CLOUD) =>
	planOf(
		'service.create',
		{ ...SERVICE, additionalFields: { additionalMembers }, options },
		context,
	);

describe('Service → Create (Additional Fields)', () => {
	it.each([CLOUD, contextOf()])('sends an unlisted key with a hint (%#)', (context) => {
		const added = { tagz: [{ key: 'a' }] };
		const { issues, hints, request } = plannedWith(added, {}, context);
		expect(issues).toEqual([]);
		expect(hints).toContain('"tagz" isn\'t in the API reference. The node sends it as entered.');
		expect(request.body).toMatchObject(added);
	});

	it('reports a misspelled key in ClickHouse Cloud', () => {
		const { issues } = plannedWith({ releaseChanel: 'fast' });
		const remedy = 'Rename the key. To use it anyway, turn on Allow Unusual Values in the options.';
		const text = `${NEAR.replaceAll('"releaseChanel"', 'releaseChanel')}. ${remedy}`;
		expect(sentences(issues, operationOf('service.create'))).toEqual([text]);
	});

	it.each([
		{ options: { allowUnlisted: true }, context: CLOUD },
		{ options: {}, context: contextOf() },
	])('sends a misspelled key with a hint: $options', ({ options, context }) => {
		const { issues, hints } = plannedWith({ releaseChanel: 'fast' }, options, context);
		expect(issues).toEqual([]);
		expect(hints).toContain(`${NEAR}. The node sends it as entered.`);
	});
});

it('Pipe → Update Settings sends a misspelled key, because it lacks Allow Unusual Values', () => {
	const additionalMembers = { engine_max_thread: 4 };
	const form = { pipeId: SERVICE.name, updateFields: { additionalMembers } };
	const unknown = `"engine_max_thread" isn't in the API reference (did you mean "engine_max_threads"?)`;
	expect(planOf('pipe.updateSettings', form, CLOUD).hints).toEqual([
		`${unknown}. The node sends it as entered.`,
	]);
});
