import type { Spec } from 'vega';

import type { CaseResult } from '../results';
import { CLIENTS, type Client } from '../grid';
import { CLIENT_NAMES, caseName } from './names';

/** How a picture looks on a light or a dark page. */
interface Theme {
	text: string;
	grid: string;
	colors: Record<Client, string>;
}

export const THEMES: Record<'light' | 'dark', Theme> = {
	light: {
		text: '#24292f',
		grid: '#d0d7de',
		colors: { package: '#cf222e', httpRequest: '#0969da', nodeHttp: '#57606a', fetch: '#9a6700' },
	},
	dark: {
		text: '#e6edf3',
		grid: '#30363d',
		colors: { package: '#ff7b72', httpRequest: '#79c0ff', nodeHttp: '#8b949e', fetch: '#d29922' },
	},
};

const WIDTH = 520;
const ROW_HEIGHT = 22;
const DOT = 70;
const LABEL_WIDTH = 320;

/** Draws the time per item of each case and client as SVG, its axis logarithmic. */
export async function plot(results: readonly CaseResult[], theme: Theme): Promise<string> {
	const { parse, View } = await import('vega');
	const view = new View(parse(specOf(results, theme)), { renderer: 'none' });
	return await view.toSVG();
}

function valuesOf(results: readonly CaseResult[]) {
	return results.flatMap(({ case: one, measured }) =>
		CLIENTS.flatMap((client) => {
			const found = measured[client];
			if (found === undefined) return [];
			const { median, min, max } = found.ms;
			const [ms, from, to] = [median, min, max].map((all) => Math.max(all / one.items, 0.01));
			return [{ row: caseName(one), client: CLIENT_NAMES[client], ms, from, to }];
		}),
	);
}

function specOf(results: readonly CaseResult[], { text, grid, colors }: Theme): Spec {
	const rows = results.map(({ case: one }) => caseName(one));
	const axis = { labelColor: text, titleColor: text, gridColor: grid, domain: false, ticks: false };
	return {
		width: WIDTH,
		height: rows.length * ROW_HEIGHT,
		padding: 8,
		config: { text: { font: 'sans-serif' } },
		title: { text: 'Milliseconds per item, median and range', color: text },
		data: [{ name: 'times', values: valuesOf(results) }],
		scales: [
			{ name: 'y', type: 'point', range: 'height', domain: rows, padding: 0.5 },
			{
				...{ name: 'x', type: 'log', range: 'width', nice: true },
				domain: { data: 'times', fields: ['from', 'to'] },
			},
			{
				...{ name: 'color', type: 'ordinal' },
				domain: CLIENTS.map((client) => CLIENT_NAMES[client]),
				range: CLIENTS.map((client) => colors[client]),
			},
		],
		axes: [
			{ scale: 'y', orient: 'left', grid: true, labelLimit: LABEL_WIDTH, ...axis },
			{ scale: 'x', orient: 'bottom', grid: true, tickCount: 5, format: '~g', ...axis },
		],
		legends: [
			{ fill: 'color', orient: 'top', columns: CLIENTS.length, labelColor: text, symbolSize: DOT },
		],
		marks: [
			{
				type: 'rule',
				from: { data: 'times' },
				encode: {
					enter: {
						y: { scale: 'y', field: 'row' },
						x: { scale: 'x', field: 'from' },
						x2: { scale: 'x', field: 'to' },
						stroke: { scale: 'color', field: 'client' },
						strokeWidth: { value: 2 },
					},
				},
			},
			{
				type: 'symbol',
				from: { data: 'times' },
				encode: {
					enter: {
						y: { scale: 'y', field: 'row' },
						x: { scale: 'x', field: 'ms' },
						fill: { scale: 'color', field: 'client' },
						size: { value: DOT },
					},
				},
			},
		],
	};
}
