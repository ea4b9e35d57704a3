import { choosable, statesChosen } from '../../../nodes/features/record/stateChoice';

const STATES = { all: ['Failed', 'Lost', 'Running'], problems: ['Failed', 'Lost'] };

describe('statesChosen', () => {
	it.each(['anyProblem', 'any problem'])('replaces %s with the problems', (entry) => {
		expect(statesChosen([entry, 'Running'], STATES)).toEqual(['Failed', 'Lost', 'Running']);
	});

	it('keeps an entry that no problems stand for', () => {
		expect(statesChosen(['anyProblem', 'Failed'], {})).toEqual(['anyProblem', 'Failed']);
	});
});

describe('choosable', () => {
	it('includes any problem only if there are several', () => {
		expect(choosable(STATES)).toContain('Any Problem');
		expect(choosable({ all: STATES.all })).toEqual(STATES.all);
	});
});
