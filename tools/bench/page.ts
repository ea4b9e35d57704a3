import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem, type as systemType } from 'node:os';
import path from 'node:path';

import { format, resolveConfig } from 'prettier';

import { withBlock } from '../docs/generated';
import { table } from '../docs/markdown';
import type { InstalledN8n } from '../n8n/harness/install';
import { mustRun } from '../n8n/harness/run';
import type { CaseResult, Spread } from './bench';
import { caseName, type Client, CLIENTS, ROUNDS } from './grid';

const PAGE = path.resolve(__dirname, '../../docs/development/performance.md');
const BYTES_PER_GIB = 1024 ** 3;
const NOT_MEASURED = '–';
const NAMES: Readonly<Record<Client, string>> = {
	package: 'This package',
	httpRequest: 'HTTP Request',
	baseline: 'Older build',
	floor: 'Floor',
};

/** The measured part of the page. `baseline` names the older build, if measured. */
export function measurements(
	results: readonly CaseResult[],
	machine: string,
	baseline?: string,
): string {
	const day = new Date().toISOString().slice(0, 10);
	const older = baseline === undefined ? '' : ` The older build is ${baseline}.`;
	return [
		`Measured on ${day}: ${machine}`,
		'### Times',
		`Milliseconds that the node took. Medians of ${String(ROUNDS)} rounds, and in brackets the range.${older}`,
		timesTable(results),
		'### Ratios',
		'Of the medians above.',
		ratiosTable(results),
	].join('\n\n');
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

/** Clients with measurements, in order. */
function measuredClients(results: readonly CaseResult[]): Client[] {
	return CLIENTS.filter((client) => results.some(({ measured }) => client in measured));
}

function timesTable(results: readonly CaseResult[]): string {
	const clients = measuredClients(results);
	const rows = results.map(({ case: one, measured }) => [
		caseName(one),
		...clients.map((client) => milliseconds(measured[client])),
	]);
	return table(['Items and call', ...clients.map((client) => NAMES[client])], rows);
}

function milliseconds(ms: Spread | undefined): string {
	if (ms === undefined) return NOT_MEASURED;
	const digits = ms.median < 10 ? 1 : 0;
	return `${numberText(ms.median, digits)} (${numberText(ms.min, digits)}–${numberText(ms.max, digits)})`;
}

/** Compares the package's speed with HTTP Request's and the other clients'. */
function ratiosTable(results: readonly CaseResult[]): string {
	const hasBaseline = measuredClients(results).includes('baseline');
	const rows = results.map(({ case: one, measured }) => [
		caseName(one),
		ratio(measured.httpRequest, measured.package),
		ratio(measured.package, measured.floor),
		...(hasBaseline ? [ratio(measured.package, measured.baseline)] : []),
	]);
	const older = hasBaseline ? ['package ÷ older build'] : [];
	return table(['Items and call', 'HTTP Request ÷ package', 'package ÷ floor', ...older], rows);
}

function ratio(above: Spread | undefined, below: Spread | undefined): string {
	if (above === undefined || below === undefined) return NOT_MEASURED;
	return numberText(above.median / below.median, 2);
}

function numberText(value: number, digits: number): string {
	const places = { minimumFractionDigits: digits, maximumFractionDigits: digits };
	return value.toLocaleString('en-US', places);
}
