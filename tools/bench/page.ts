import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem, type as systemType } from 'node:os';
import path from 'node:path';

import { format, resolveConfig } from 'prettier';

import { withBlock } from '../docs/generated';
import { table } from '../docs/markdown';
import type { InstalledN8n } from '../n8n/harness/install';
import { mustRun } from '../n8n/harness/run';
import type { CaseResult, Spread } from './bench';
import { caseName, ROUNDS } from './grid';

const PAGE = path.resolve(__dirname, '../../docs/development/performance.md');
const BYTES_PER_GIB = 1024 ** 3;
const NOT_MEASURED = '–';

export function measurements(results: readonly CaseResult[], machine: string): string {
	const day = new Date().toISOString().slice(0, 10);
	return [
		`Measured on ${day}: ${machine}`,
		`Milliseconds that the node took: the median of ${String(ROUNDS)} rounds, and the range in brackets. _Ratio_ is HTTP Request's time divided by the package's. _Bounded floor_ is the floor with a limit on each response's size.`,
		timesTable(results),
	].join('\n\n');
}

/** Compares the package with an older build, for the terminal. */
export function comparison(results: readonly CaseResult[], baseline: string): string {
	const rows = results.map(({ case: one, measured }) => [
		caseName(one),
		milliseconds(measured.package),
		milliseconds(measured.baseline),
		ratio(measured.baseline, measured.package),
	]);
	return table(['Items and call', 'This package', baseline, 'Ratio'], rows);
}

export async function writePage(content: string): Promise<void> {
	const text = withBlock(readFileSync(PAGE, 'utf8'), 'measurements', content);
	writeFileSync(PAGE, await format(text, { ...(await resolveConfig(PAGE)), filepath: PAGE }));
}

/** Describes the machine in a sentence. */
export async function machineText({ nodeFolder, script }: InstalledN8n): Promise<string> {
	const node = path.join(nodeFolder, 'node');
	const version = (await mustRun(node, [script, '--version'])).trim();
	const [model, memory] = [cpus()[0]?.model ?? '', Math.round(totalmem() / BYTES_PER_GIB)];
	const runtime = (await mustRun(node, ['--version'])).trim().slice(1);
	const system = `${systemType()} ${release().split('-')[0] ?? ''}`;
	return `${String(cpus().length)} cores (${model}), ${String(memory)} GiB of memory, ${system}, n8n ${version} on Node ${runtime} with SQLite, everything on loopback.`;
}

function timesTable(results: readonly CaseResult[]): string {
	const rows = results.map(({ case: one, measured }) => [
		caseName(one),
		milliseconds(measured.package),
		milliseconds(measured.httpRequest),
		ratio(measured.httpRequest, measured.package),
		milliseconds(measured.floor),
		milliseconds(measured.boundedFloor),
	]);
	const clients = ['This package', 'HTTP Request', 'Ratio', 'Floor', 'Bounded floor'];
	return table(['Items and call', ...clients], rows);
}

function milliseconds(ms: Spread | undefined): string {
	if (ms === undefined) return NOT_MEASURED;
	const digits = ms.median < 10 ? 1 : 0;
	return `${numberText(ms.median, digits)} (${numberText(ms.min, digits)}–${numberText(ms.max, digits)})`;
}

function ratio(above: Spread | undefined, below: Spread | undefined): string {
	if (above === undefined || below === undefined) return NOT_MEASURED;
	return numberText(above.median / below.median, 2);
}

function numberText(value: number, digits: number): string {
	const places = { minimumFractionDigits: digits, maximumFractionDigits: digits };
	return value.toLocaleString('en-US', places);
}
