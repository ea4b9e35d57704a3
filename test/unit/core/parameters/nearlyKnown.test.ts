import { nearlyKnownIssues } from '../../../../nodes/engine/parameters/values';

const KNOWN = ['Failed', 'InternalError', 'Running', 'Ready', 'done', 'error'];
const meant = (value: unknown) =>
	nearlyKnownIssues('states', value, KNOWN).map(
		({ text }) => /Did you mean (.+)\?$/.exec(text)?.[1],
	);

it.each<{ entered: unknown; why: string; known: string[] }>([
	{ entered: 'Failled', why: 'a letter was added', known: ['Failed'] },
	{ entered: 'Runnimg', why: 'a letter was replaced', known: ['Running'] },
	{ entered: 'Raedy', why: 'two letters were swapped', known: ['Ready'] },
	{ entered: 'internalerorr', why: 'the last two were swapped', known: ['InternalError'] },
	{ entered: 'running', why: 'only the case differs', known: [] },
	{ entered: 'Paused', why: 'it is another word', known: [] },
	{ entered: 'Fialde', why: 'it has two slips', known: [] },
	{ entered: 'dome', why: 'it is too short to tell', known: [] },
	{ entered: ['Faild', 'Reday', 'done', 7], why: 'each is compared', known: ['Failed', 'Ready'] },
])('suggests $known for $entered, because $why', ({ entered, known }) => {
	expect(meant(entered)).toEqual(known);
});
