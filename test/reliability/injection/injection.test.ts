import type { INodeExecutionData, INodeParameters, INodeTypeDescription } from 'n8n-workflow';

import { CloudDashboard } from '../../../nodes/CloudDashboard/CloudDashboard.node';
import { CloudManagement } from '../../../nodes/CloudManagement/CloudManagement.node';
import { isJsonObject } from '../../../nodes/engine/json';
import type { Emulator, LoggedRequest } from '../../../tools/emulator';
import { CLICKSTACK_IDS, startEmulator } from '../../../tools/emulator';
import { SEEDED_IDS } from '../../../tools/emulator/state/ids';
import { runWorkflow } from '../../../tools/engine/runWorkflow';
import {
	credentialsOf,
	DASHBOARD,
	MANAGEMENT,
	NODE,
	workflowOf,
} from '../../../tools/engine/workflow';
import { Random } from '../../../tools/random';
import { walkForms } from '../../formwalk/walk';
import { CURRENT_ALERT, dialectsFor, sourceCredentialFor } from '../../formwalk/values';
import { NASTY_TEXTS } from './nastyTexts';
import { differences, placesOf } from './places';
import type { TextField } from './textFields';
import { otherValidText, replaced, textFieldsOf } from './textFields';

const SEED = 20_261_121;
/** Fields that the node applies to the response. */
const NEVER_SENT = new Set<string | number | undefined>([
	'filters',
	'giveUpOn',
	'tilesToRemove',
	'valuePath',
	'waitFor',
]);
/** Longer than any server accepts in an address. */
const LONG = 10_000;

interface FieldCase {
	type: string;
	parameters: INodeParameters;
	withSource: boolean;
	field: TextField;
}

/** A form in which each field has its place: the service in a path, and the current alert beside the changes. */
function completed(parameters: INodeParameters): INodeParameters {
	const { resource, operation, serviceId } = parameters;
	if (resource === 'apiRequest' && serviceId !== undefined) {
		return { ...parameters, path: '/v1/services/{serviceId}/echo' };
	}
	if (resource !== 'alert') return parameters;
	// Only dashboards have other IDs than ClickStack's in the neutral API.
	const dashboardId = { __rl: true, mode: 'id', value: CLICKSTACK_IDS.dashboardId };
	const alert = { ...parameters, ...('dashboardId' in parameters && { dashboardId }) };
	if (operation !== 'update') return alert;
	// Its ID is the one in the field. On one line, the end of the JSON would end the expression.
	const current = `{ ...${JSON.stringify(CURRENT_ALERT, null, 1)}, id: $parameter.alertId }`;
	return { ...alert, currentAlert: `={{ (${current}) }}` };
}

/** Every text field of a node by operation and name, each in the first form that has it. */
function casesOf(type: string, description: INodeTypeDescription): Map<string, FieldCase> {
	const cases = new Map<string, FieldCase>();
	for (const form of walkForms(description, new Random(SEED), SEEDED_IDS)) {
		// No API has it.
		if (dialectsFor(form.parameters).length === 0) continue;
		const { sourceShown: withSource } = form;
		const parameters = completed(form.parameters);
		for (const field of textFieldsOf(description.properties, parameters)) {
			// Only a merge removes tiles by name.
			if (field.path[0] === 'tilesToRemove' && parameters['updateMode'] !== 'merge') continue;
			const places = field.path.filter((place) => typeof place === 'string');
			const { resource, operation } = parameters;
			const name = JSON.stringify([resource, operation, ...places]);
			if (!cases.has(name)) cases.set(name, { type, parameters, withSource, field });
		}
	}
	return cases;
}

const CASES = [
	...casesOf(MANAGEMENT, new CloudManagement().description),
	...casesOf(DASHBOARD, new CloudDashboard().description),
];

let emulator: Emulator;

beforeAll(async () => {
	emulator = await startEmulator();
});

afterAll(async () => {
	await emulator.close();
});

/** One item's result: its request, or the node's message instead. */
interface Sent {
	request: LoggedRequest | undefined;
	said: string;
}

/** Sends a form with each text in one of its fields, one by one if items would share a read. */
async function sent(fieldCase: FieldCase, texts: string[]): Promise<Sent[]> {
	const mayShare = fieldCase.parameters['operation'] === 'wait' || isNeverSent(fieldCase);
	if (!mayShare) return await sentTogether(fieldCase, texts);
	const all: Sent[] = [];
	for (const text of texts) all.push(...(await sentTogether(fieldCase, [text])));
	return all;
}

/** Runs a form with one item for each text, which one of its fields contains. */
async function sentTogether({ type, withSource, parameters, field }: FieldCase, texts: string[]) {
	emulator.clearLog();
	const form = replaced(parameters, field.path, '={{ $json.text }}');
	const options = isJsonObject(form['options']) ? form['options'] : {};
	const sending = { allowEmpty: true, dryRun: false, maxRetries: 0, maxConcurrency: 1 };
	// Time for only one check.
	const changed = { ...form, timeoutSeconds: 1, options: { ...options, ...sending } };
	const node = { type, withSource, parameters: changed, onError: 'continueRegularOutput' } as const;
	const items = texts.map((text) => ({ text }));
	const { run, items: outputs } = await runWorkflow(workflowOf(node, items), {
		credentials: credentialsOf(emulator, { source: sourceCredentialFor(changed) }),
	});
	const errors = new Map(outputs(NODE).map(({ pairedItem, json }) => [itemOf(pairedItem), json]));
	const requests = [...emulator.requests];
	const all = texts.map((_, item): Sent => {
		const error = errors.get(item)?.['error'];
		const isUnsent = isJsonObject(error) && error['attempts'] === 0;
		return { request: isUnsent ? undefined : requests.shift(), said: JSON.stringify(error) };
	});
	expect({ left: requests.length, status: run.status }).toEqual({ left: 0, status: 'success' });
	return all;
}

function itemOf(pairedItem: INodeExecutionData['pairedItem']): number | undefined {
	return typeof pairedItem === 'object' && 'item' in pairedItem ? pairedItem.item : undefined;
}

/** The Path of an API request is the complete path. */
function isOfPath(field: TextField, place: string): boolean {
	return field.path[0] === 'path' && place.startsWith('path ');
}

/** The name of a header is a key of the body. */
function isOfHeaders(field: TextField, place: string): boolean {
	return field.path[0] === 'headers' && place.startsWith('body.headers.');
}

/** A new dashboard's tiles get their IDs from the API, and a series is named in the output, as the panel explains. */
function isNeverSent({ field: { path }, parameters }: FieldCase): boolean {
	const isOfNewTile = path[0] === 'tiles' && path.at(-1) === 'id';
	const isOfSeries = path[0] === 'series' && path.at(-1) === 'name';
	const isNew = parameters['operation'] !== 'update';
	return NEVER_SENT.has(path[0]) || isOfSeries || (isOfNewTile && isNew);
}

/** A message names the field, or the entry of its list, such as "Tag 1". */
function isNamed({ label, path: [name] }: TextField, said: string): boolean {
	// Their names and values are one object in the body.
	if (name === 'headers' && said.includes('Headers')) return true;
	return said.includes(label) || said.includes(`${label.replace(/s$/, '')} 1 `);
}

/** Expects each text to change the field's places, or to be refused. */
async function expectOwnPlaceOnly(fieldCase: FieldCase, texts: Readonly<Record<string, string>>) {
	const { field } = fieldCase;
	const hostile = Object.entries(texts);
	const [first, second, ...others] = await sent(fieldCase, [
		...[field.value, otherValidText(field)],
		...hostile.map(([, text]) => text),
	]);
	if (first?.request === undefined || second?.request === undefined) {
		throw new Error(`A valid text was not sent: ${String(first?.said)}, ${String(second?.said)}`);
	}
	const valid = placesOf(first.request);
	const own = differences(valid, placesOf(second.request));
	expect(own.length > 0).toBe(!isNeverSent(fieldCase));
	const found = others.map(({ request, said }, index) => {
		const [kind, text = ''] = hostile[index] ?? [];
		if (request === undefined) {
			return { kind, isNamed: isNamed(field, said) || text.length > LONG, said };
		}
		const elsewhere = differences(valid, placesOf(request)).filter(
			(place) =>
				!own.includes(place) && ![isOfPath, isOfHeaders].some((isOwn) => isOwn(field, place)),
		);
		return { kind, isNamed: elsewhere.length === 0, elsewhere };
	});
	expect(found.filter((one) => !one.isNamed)).toEqual([]);
}

describe.each(CASES)('%s', (_name, fieldCase) => {
	it('changes nothing but its own place, whatever an item puts into it', async () => {
		await expectOwnPlaceOnly(fieldCase, NASTY_TEXTS);
	});
});

describe('A million letters', () => {
	it.each([
		['an address', ['reversePrivateEndpoint', 'get', 'reversePrivateEndpointId']],
		['a body', ['dashboard', 'update', 'name']],
	])('change nothing but their own place in %s', async (_, place) => {
		const [fieldCase] = CASES.flatMap(([name, found]) =>
			// An ID may be in a locator.
			[place, [...place, 'value']].some((one) => name === JSON.stringify(one)) ? [found] : [],
		);
		if (fieldCase === undefined) throw new Error('There is no such field');
		await expectOwnPlaceOnly(fieldCase, { 'a million letters': 'x'.repeat(1_000_000) });
	});
});
