import { toldToModel, withoutPanelControls } from '../../../../nodes/engine/errors/modelText';
import { CHECK_BASE_URL, RESEND } from '../../../../nodes/engine/errors/nodeErrors';
import { firstSentenceOf } from '../../../../nodes/engine/text';
import { sourceFiles, textsIn } from '../../../../tools/docs/sourceTexts';

describe('withoutPanelControls', () => {
	it.each([
		[
			"Pipe isn't a UUID. For a name, choose By Name. Pipe → Get Many lists names and IDs.",
			"Pipe isn't a UUID. Pipe → Get Many lists names and IDs.",
		],
		[
			'Region is "x". Use one of: a, b. To use it anyway, turn on Allow Unusual Values in the options.',
			'Region is "x". Use one of: a, b.',
		],
		[
			'Invalid.\nNothing was sent.\n• Pipe is empty. Choose By ID. (items 1–2)\n• Name is empty.',
			'Invalid.\nNothing was sent.\n• Pipe is empty. (items 1–2)\n• Name is empty.',
		],
		['Invalid.\nTurn on Replace Login.\nDone.', 'Invalid.\nDone.'],
		[`If not, ${RESEND}.`, 'If not, start a new execution for this item.'],
	])('leaves out what a model can\'t do from "%s"', (text, told) => {
		expect(withoutPanelControls(text)).toBe(told);
	});

	it.each([
		'No pipe has the name "From the list. Choose By Name". Check Pipe.',
		'The API refused it: turn on the service. Then choose a plan.',
		'Role is empty. Choose at least one role, or remove the field.',
		CHECK_BASE_URL,
	])('keeps "%s"', (text) => {
		expect(withoutPanelControls(text)).toBe(text);
	});

	it('keeps the problem of every text that the node may show', () => {
		const texts = sourceFiles().flatMap(textsIn);
		// A text that starts with a verb in lowercase follows a field's label.
		const problems = texts.filter((text) =>
			/^(?:can't|contains|couldn't|is|isn't|must) .*\. /.test(text),
		);
		expect(problems.length).toBeGreaterThan(100);
		const lost = problems.filter((text) => {
			const problem = firstSentenceOf(text);
			return !withoutPanelControls(`Field ${text}`).startsWith(`Field ${problem}`);
		});
		expect(lost).toEqual([]);
	});
});

describe('toldToModel', () => {
	it('shortens both texts and keeps everything else', () => {
		const details = { message: 'No.', description: 'Check it. Choose By ID.', attempts: 1 };
		expect(toldToModel(details)).toEqual({ ...details, description: 'Check it.' });
	});

	it.each([
		['Choose By ID.', 'Choose By ID.'],
		['No. Choose By ID.', 'No.'],
	])('keeps the message "%s" from becoming empty', (message, told) => {
		expect(toldToModel({ message, description: message })).toEqual({
			message: told,
			description: told === message ? '' : told,
		});
	});

	it("leaves out the node's sentences around the API's words", () => {
		const apiWords = ['turn on X. Choose By ID', 'turn on X'];
		const message = 'Turn on Y. Refused (400): turn on X. Choose By ID.';
		const description = 'All issues: turn on X. Choose By ID. Turn on Y.';
		expect(toldToModel({ message, description, apiWords })).toEqual({
			message: 'Refused (400): turn on X. Choose By ID.',
			description: 'All issues: turn on X. Choose By ID.',
			apiWords,
		});
	});
});
