import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { CloudDashboard } from '../../../nodes/CloudDashboard/CloudDashboard.node';
import { CloudManagement } from '../../../nodes/CloudManagement/CloudManagement.node';
import { isJsonObject } from '../../../nodes/engine/json';
import type { Emulator } from '../../../tools/emulator';
import { startEmulator } from '../../../tools/emulator';
import { runWorkflow } from '../../../tools/engine/runWorkflow';
import {
	credentialsOf,
	DASHBOARD,
	MANAGEMENT,
	NODE,
	workflowOf,
} from '../../../tools/engine/workflow';
import { dialectsFor } from '../../../tools/panel/dialects';
import { sourceCredentialFor } from '../../../tools/panel/sourceCredential';
import type { TextField } from '../../../tools/panel/textFields';
import { otherValidText, replaced, textFieldsOf } from '../../../tools/panel/textFields';
import { PLANNING_NODES } from '../../property/plannedForms';
import { sentences } from '../../unit/management/context';
import { NASTY_TEXTS } from './nastyTexts';
import { differences, placesOf } from './places';

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
	node: 'dashboard' | 'management';
	parameters: INodeParameters;
	field: TextField;
}

/** Every text field of both nodes by operation and name, each in the first form that has it. */
function casesOf(node: FieldCase['node'], { description }: CloudDashboard | CloudManagement) {
	const cases = new Map<string, FieldCase>();
	for (const { operation, parameters } of PLANNING_NODES[node].forms(SEED)) {
		// No API has it.
		if (dialectsFor(parameters).length === 0) continue;
		for (const field of textFieldsOf(description.properties, parameters)) {
			// Only a merge removes tiles by name.
			if (field.path[0] === 'tilesToRemove' && parameters['updateMode'] !== 'merge') continue;
			const places = field.path.filter((place) => typeof place === 'string');
			const name = [operation, ...places].join(' ');
			if (!cases.has(name)) cases.set(name, { node, parameters, field });
		}
	}
	return [...cases];
}

const CASES = [
	...casesOf('management', new CloudManagement()),
	...casesOf('dashboard', new CloudDashboard()),
];

/** The form of a case with a text in its field. */
function formWith({ parameters, field }: FieldCase, text: string): INodeParameters {
	// A record whose values an update keeps has the IDs in the form.
	const current = Object.entries(parameters).flatMap(([name, value]) => {
		const isCurrent = name.startsWith('current') && typeof value === 'string' && field.value !== '';
		const [old, now] = [field.value, text].map((one) => JSON.stringify(one));
		return isCurrent ? [[name, value.replaceAll(String(old), String(now))] as const] : [];
	});
	return replaced({ ...parameters, ...Object.fromEntries(current) }, field.path, text);
}

/** A text's request, or the node's message instead. */
interface Sent {
	request: Parameters<typeof placesOf>[0] | undefined;
	said: string;
}

type Send = (fieldCase: FieldCase, texts: string[]) => Promise<Sent[]>;

/** Plans a form with each text. */
const plan: Send = async (fieldCase, texts) => {
	const { node: name, parameters: given } = fieldCase;
	const node = PLANNING_NODES[name];
	const [dialect = 'standard'] = dialectsFor(given);
	const options = isJsonObject(given['options']) ? given['options'] : {};
	// Opened once, since a text decides nothing about the other fields.
	const { fields, values } = node.opened({ ...given, options: { ...options, allowEmpty: true } });
	const opened = { ...fieldCase, parameters: values };
	const all = texts.map((text): Sent => {
		const parameters = node.typed({ fields, values: formWith(opened, text) });
		const { issues, request } = node.plan(parameters, dialect);
		const { method, path: url, body } = request;
		return {
			request: issues.length > 0 ? undefined : { method, url, body },
			said: sentences(issues, node.operationOf(parameters)).join('; '),
		};
	});
	return await Promise.resolve(all);
};

describe.each(CASES)('%s', (_name, fieldCase) => {
	it('changes nothing but its own place, whatever an item puts into it', async () => {
		await expectOwnPlaceOnly(fieldCase, NASTY_TEXTS, plan);
	});
});

/** What a plan doesn't show: n8n resolves expressions, and a client writes addresses, headers and bodies. */
describe("In n8n's engine", () => {
	let emulator: Emulator;

	beforeAll(async () => {
		emulator = await startEmulator();
	});

	afterAll(async () => {
		await emulator.close();
	});

	/** Runs a form with one item for each text. */
	async function sendItems(fieldCase: FieldCase, texts: string[]): Promise<Sent[]> {
		emulator.clearLog();
		const { field, node } = fieldCase;
		const form = replaced(fieldCase.parameters, field.path, '={{ $json.text }}');
		const options = isJsonObject(form['options']) ? form['options'] : {};
		const own = { allowEmpty: true, dryRun: false, maxRetries: 0, maxConcurrency: 1 };
		// Time for only one check.
		const parameters = { ...form, timeoutSeconds: 1, options: { ...options, ...own } };
		const type = node === 'management' ? MANAGEMENT : DASHBOARD;
		const workflow = workflowOf(
			{ type, parameters, onError: 'continueRegularOutput' },
			texts.map((text) => ({ text })),
		);
		const { run, items } = await runWorkflow(workflow, {
			credentials: credentialsOf(emulator, { source: sourceCredentialFor(parameters) }),
		});
		expect(run.status).toBe('success');
		const outputs = new Map(items(NODE).map(({ pairedItem, json }) => [itemOf(pairedItem), json]));
		const requests = [...emulator.requests];
		const all = texts.map((_, item): Sent => {
			const error = outputs.get(item)?.['error'];
			const isUnsent = isJsonObject(error) && error['attempts'] === 0;
			return { request: isUnsent ? undefined : requests.shift(), said: JSON.stringify(error) };
		});
		expect(requests).toEqual([]);
		return all;
	}

	/** Runs a form with each text; one by one if items would share a read. */
	const send: Send = async (fieldCase, texts) => {
		const mayShare = fieldCase.parameters['operation'] === 'wait' || isNeverSent(fieldCase);
		const runs = mayShare ? texts.map((text) => [text]) : [texts];
		const all: Sent[] = [];
		for (const own of runs) all.push(...(await sendItems(fieldCase, own)));
		return all;
	};

	const inApiRequests = CASES.filter(([name]) => name.startsWith('apiRequest'));
	const others = [
		'reversePrivateEndpoint get reversePrivateEndpointId',
		'dashboard update name',
	].map((name) => caseOf(name));

	it.each([...inApiRequests, ...others])(
		'%s changes nothing but its own place',
		async (...given) => {
			await expectOwnPlaceOnly(given[1], NASTY_TEXTS, send);
		},
	);

	it.each([
		['an address', 'reversePrivateEndpoint get reversePrivateEndpointId'],
		['a body', 'dashboard update name'],
	])('a million letters change nothing but their own place in %s', async (_, name) => {
		const [, fieldCase] = caseOf(name);
		await expectOwnPlaceOnly(fieldCase, { 'a million letters': 'x'.repeat(1_000_000) }, send);
	});
});

/** The case of a field, whose ID may be in a locator. */
function caseOf(name: string): [string, FieldCase] {
	const found = CASES.find(([one]) => one === name || one === `${name} value`);
	if (found === undefined) throw new Error(`There is no field "${name}"`);
	return found;
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

/** A server on the way could mistake these for another path, even inside a segment. */
const LEADS_ELSEWHERE: ReadonlySet<string | undefined> = new Set([
	'a way up',
	'a way up, encoded',
	'a way up, encoded twice',
	'backslashes',
	'dot segments',
	'line breaks',
]);

/** Expects each text to change the field's places, or to be refused, as an ID that leads elsewhere always is. */
async function expectOwnPlaceOnly(
	fieldCase: FieldCase,
	texts: Readonly<Record<string, string>>,
	send: Send,
) {
	const { field } = fieldCase;
	const valids = [field.value, otherValidText(field)];
	const [first, second, ...others] = await send(fieldCase, [...valids, ...Object.values(texts)]);
	const hostile = Object.entries(texts);
	if (first?.request === undefined || second?.request === undefined) {
		throw new Error(`A valid text was not sent: ${String(first?.said)}, ${String(second?.said)}`);
	}
	const valid = placesOf(first.request);
	const own = differences(valid, placesOf(second.request));
	expect(own.length > 0).toBe(!isNeverSent(fieldCase));
	const isId =
		String(field.path[0]).endsWith('Id') && own.some((place) => place.startsWith('path '));
	const found = others.map(({ request, said }, index) => {
		const [kind, text = ''] = hostile[index] ?? [];
		if (request === undefined) {
			return { kind, isSafe: isNamed(field, said) || text.length > LONG, said };
		}
		const elsewhere = differences(valid, placesOf(request)).filter(
			(place) =>
				!own.includes(place) && ![isOfPath, isOfHeaders].some((isOwn) => isOwn(field, place)),
		);
		const isSafe = elsewhere.length === 0 && !(isId && LEADS_ELSEWHERE.has(kind));
		return { kind, isSafe, elsewhere };
	});
	expect(found.filter((one) => !one.isSafe)).toEqual([]);
}
