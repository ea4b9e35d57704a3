import type { INodeParameters } from 'n8n-workflow';

import { CloudDashboard } from '../../../nodes/CloudDashboard/CloudDashboard.node';
import { CloudManagement } from '../../../nodes/CloudManagement/CloudManagement.node';
import { isJsonObject } from '../../../nodes/engine/json';
import { dialectsFor } from '../../../tools/panel/dialects';
import type { TextField } from '../../../tools/panel/textFields';
import { otherValidText, replaced, textFieldsOf } from '../../../tools/panel/textFields';
import { PLANNING_NODES } from '../../property/plannedForms';
import { sentences } from '../../unit/management/context';
import { NASTY_TEXTS } from './nastyTexts';
import { differences, placesOf } from './places';

const SEED = 20_261_121;
/** The node applies these fields to the response. */
const NEVER_SENT = new Set<string | number | undefined>([
	'filters',
	'giveUpOn',
	'tilesToRemove',
	'valuePath',
	'waitFor',
]);

interface FieldCase {
	node: 'dashboard' | 'management';
	parameters: INodeParameters;
	field: TextField;
}

/** The first form that contains a text field stands for all. Fields are named by operation and name. */
function casesOf(node: FieldCase['node'], { description }: CloudDashboard | CloudManagement) {
	const cases = new Map<string, FieldCase>();
	for (const { operation, parameters } of PLANNING_NODES[node].forms(SEED)) {
		// A form may suit no API.
		if (dialectsFor(parameters).length === 0) continue;
		for (const field of textFieldsOf(description.properties, parameters)) {
			// Replace ignores this field, because only a merge removes tiles by name.
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

/** Contains the request's places, or the node's message. */
function plan(fieldCase: FieldCase, texts: readonly string[]) {
	const { field, node: name, parameters: given } = fieldCase;
	const node = PLANNING_NODES[name];
	const [dialect = 'standard'] = dialectsFor(given);
	const options = isJsonObject(given['options']) ? given['options'] : {};
	// The form is opened once, because text doesn't affect the other fields.
	const { fields, values } = node.opened({ ...given, options: { ...options, allowEmpty: true } });
	return texts.map((text) => {
		const parameters = node.typed({ fields, values: replaced(values, field.path, text) });
		const { issues, request } = node.plan(parameters, dialect);
		return {
			places: issues.length > 0 ? undefined : placesOf(request),
			said: sentences(issues, node.operationOf(parameters)).join('; '),
		};
	});
}

// arrival.test.ts tests that planned requests arrive.
it.each(CASES)('%s changes only its own field, whatever an item contains', (_, given) => {
	const { field } = given;
	const [first, second] = plan(given, [field.value, otherValidText(field)]);
	if (first?.places === undefined || second?.places === undefined) {
		throw new Error(`A valid text was refused: ${String(first?.said)}, ${String(second?.said)}`);
	}
	const valid = first.places;
	const own = differences(valid, second.places);
	expect(own.length > 0).toBe(!isNeverSent(given));
	const isId =
		String(field.path[0]).endsWith('Id') && own.some((place) => place.startsWith('path '));
	const kinds = Object.keys(NASTY_TEXTS);
	const unsafe = plan(given, Object.values(NASTY_TEXTS)).flatMap(({ places, said }, index) => {
		const kind = kinds[index];
		if (places === undefined) return isNamed(field, said) ? [] : [{ kind, said, elsewhere: [] }];
		const elsewhere = differences(valid, places).filter(
			(place) => !own.includes(place) && !isOfPath(field, place) && !isOfMap(field, place),
		);
		const isSafe = elsewhere.length === 0 && !(isId && LEADS_ELSEWHERE.has(kind));
		return isSafe ? [] : [{ kind, said, elsewhere }];
	});
	expect(unsafe).toEqual([]);
});

/** An API request's Path is the complete path. */
function isOfPath(field: TextField, place: string): boolean {
	return field.path[0] === 'path' && place.startsWith('path ');
}

/** Rows of these fields become an object with the rows' names as keys. */
const MAPS = ['headers', 'queryParams'];

function isOfMap({ path }: TextField, place: string): boolean {
	if (path[0] === 'settingName') return place.startsWith('body.settings.');
	if (path[0] === 'queryParameters') return place.startsWith('body.queryVariables.');
	return MAPS.some((name) => path.includes(name) && place.startsWith(`body.${name}.`));
}

/** The API assigns new tiles' IDs, and series names appear only in the output. */
function isNeverSent({ field: { path }, parameters }: FieldCase): boolean {
	const isOfNewTile = path[0] === 'tiles' && path.at(-1) === 'id';
	const isOfSeries = path[0] === 'series' && path.at(-1) === 'name';
	const isNew = parameters['operation'] !== 'update';
	// The API itself filters by tags.
	const isKept = NEVER_SENT.has(path[0]) && path.at(-1) !== 'tags';
	// Run ignores the field, which only filters the panel's lists.
	const isOfRun = parameters['operation'] === 'run' && path[0] === 'serviceId';
	return isKept || isOfSeries || isOfRun || (isOfNewTile && isNew);
}

/** The message may name the field, or an entry of its list, such as "Tag 1". */
function isNamed({ label, path }: TextField, said: string): boolean {
	// Names and values of these rows form an object in the body.
	if (MAPS.some((name) => path.includes(name)) && /Headers|Query Parameters/.test(said))
		return true;
	return said.includes(label) || said.includes(`${label.replace(/s$/, '')} 1 `);
}

/** Servers on the way could read these texts as another path, even within a segment. */
const LEADS_ELSEWHERE: ReadonlySet<string | undefined> = new Set([
	'a way up',
	'a way up, encoded',
	'a way up, encoded twice',
	'backslashes',
	'dot segments',
	'line breaks',
]);
