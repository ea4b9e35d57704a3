import { choosable, statesChosen } from '../../../nodes/features/record/stateChoice';

const STATES = { all: ['Failed', 'Lost', 'Running'], problems: ['Failed', 'Lost'] };

describe('statesChosen', () => {
	it.each(['anyProblem', 'any problem'])('replaces %s with the problem states', (entry) => {
		expect(statesChosen([entry, 'Running'], STATES)).toEqual(['Failed', 'Lost', 'Running']);
	});

	it('keeps an entry without problem states', () => {
		expect(statesChosen(['anyProblem', 'Failed'], {})).toEqual(['anyProblem', 'Failed']);
	});
});

describe('choosable', () => {
	it('offers Any Problem only if there are several problem states', () => {
		expect(choosable(STATES)).toContain('Any Problem');
		expect(choosable({ all: STATES.all })).toEqual(STATES.all);
	});
});
