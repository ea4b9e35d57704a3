/// <reference lib="dom" />

// Runs inside the page, so it can't refer to anything outside or contain named functions.

/** In pixels of the window. */
export type Box = Record<'top' | 'right' | 'bottom' | 'left', number>;

/** The box ends at the lowest content, because a container may be much taller than its content. */
export function boxAround(elements: Array<HTMLElement | SVGElement>): Box {
	const seen = elements.filter((element) => element.getBoundingClientRect().width > 0);
	const bottoms: number[] = [];
	for (const element of seen) {
		const ends: Array<[Element | null, number]> = [];
		for (const control of element.querySelectorAll('input, textarea, button, td')) {
			ends.push([control, control.getBoundingClientRect().bottom]);
		}
		const words = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
		while (words.nextNode() !== null) {
			const range = document.createRange();
			range.selectNodeContents(words.currentNode);
			ends.push([words.currentNode.parentElement, range.getBoundingClientRect().bottom]);
		}
		// An element without words, such as a canvas line, counts as a whole.
		if (ends.length === 0) bottoms.push(element.getBoundingClientRect().bottom);
		for (const [end, lowest] of ends) {
			if (end === null || !end.checkVisibility()) continue;
			let bottom = lowest;
			// A container may hide collapsed parts, which don't count.
			for (let outer = end.parentElement; outer !== null; outer = outer.parentElement) {
				if (outer === element) break;
				if (getComputedStyle(outer).overflowY === 'visible') continue;
				bottom = Math.min(bottom, outer.getBoundingClientRect().bottom);
			}
			bottoms.push(bottom);
		}
	}
	const boxes = seen.map((element) => element.getBoundingClientRect());
	return {
		top: Math.min(...boxes.map(({ top }) => top)),
		right: Math.max(...boxes.map(({ right }) => right)),
		bottom: Math.max(...bottoms),
		left: Math.min(...boxes.map(({ left }) => left)),
	};
}
