/// <reference lib="dom" />

// These two run inside the page: they may use nothing from outside, and contain no named functions.

/**
 * Reads the labels that a panel shows, from top to bottom. Fields of a collection are below it, indented by two spaces.
 * `! …` is a notice. `+ …` can be added: the choices of a collection, or the button of a list.
 */
export function linesOfPanel(panel: Element): string[] {
	const marks = panel.querySelectorAll(
		[
			'[data-test-id="input-label"] label',
			'[data-test-id="credentials-label"] label',
			'.notice-content',
			'[data-test-id="collection-parameter-add"] input',
			// If there is only one choice, a button adds it.
			'button[data-test-id="collection-parameter-add"]',
			'[data-test-id="fixed-collection-add-property"] input',
			'[data-test-id="fixed-collection-add"]',
		].join(', '),
	);
	const lines: string[] = [];
	for (const mark of marks) {
		if (!mark.checkVisibility()) continue;
		let depth = -1;
		let item = mark.closest('[data-test-id="parameter-item"]');
		while (item !== null && panel.contains(item)) {
			depth += 1;
			item = item.parentElement?.closest('[data-test-id="parameter-item"]') ?? null;
		}
		const inset = '  '.repeat(Math.max(depth, 0));
		// Besides its name, a label contains the switch between a fixed value and an expression.
		const text = ((mark.querySelector('label .n8n-text') ?? mark).textContent ?? '').trim();
		const list = document.getElementById(mark.getAttribute('aria-controls') ?? '');
		const choices = list?.querySelectorAll('.el-select-dropdown__item') ?? [];
		const names = Array.from(choices, (choice) => (choice.textContent ?? '').trim());
		if (mark.matches('input')) lines.push(`${inset}  + ${names.join(' | ')}`);
		else if (mark.matches('button')) lines.push(`${inset}  + ${text}`);
		else lines.push(mark.matches('.notice-content') ? `${inset}! ${text}` : `${inset}${text}`);
	}
	return lines;
}

/** Reads the options of each selector in a panel, by its label. */
export function offersOfPanel(panel: Element): Record<string, string[]> {
	const offers: Record<string, string[]> = {};
	for (const input of panel.querySelectorAll('[data-test-id^="parameter-input-"] input')) {
		const list = document.getElementById(input.getAttribute('aria-controls') ?? '');
		const field = input.closest('[data-test-id="input-label"]');
		const label = field?.querySelector('label .n8n-text')?.textContent?.trim();
		if (list === null || label === undefined) continue;
		offers[label] = Array.from(list.querySelectorAll('.el-select-dropdown__item'), (choice) =>
			(choice.querySelector('.option-headline') ?? choice).textContent.trim(),
		);
	}
	return offers;
}
