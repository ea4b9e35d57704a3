import type { INodeProperties } from 'n8n-workflow';

import type { NameLookups } from '../../../nodes/engine/operation';
import { locatorField } from '../../../nodes/engine/parameters/properties';
import { namesText, toolText } from '../../../tools/docs/reference/toolTexts';

const lookup = { idOf: () => undefined, nameOf: () => undefined };
const LOOKUPS: NameLookups = new Map([
	['searchPipes', { ...lookup, listedBy: 'Pipe → Get Many' }],
	['searchTiles', { ...lookup, listedBy: 'Dashboard → Get' }],
]);

const named = { nameExample: 'Orders' };
const needed = { required: true };
const PIPE = { ...locatorField('Pipe', 'pipeId', 'searchPipes', '1', named), ...needed };
const BACKUP = { ...locatorField('Backup', 'backupId', 'searchBackups', '1'), ...needed };
const TILE = {
	...locatorField('Tile', 'tileId', 'searchTiles', '1', named),
	...needed,
	displayOptions: { show: { operation: ['stop'], source: ['tile'] } },
};
const SEARCH = {
	...locatorField('Search', 'searchId', 'searchSearches', '1', named),
	...needed,
	displayOptions: { show: { operation: ['stop'], source: ['search'] } },
};
const SOURCE: INodeProperties = {
	displayName: 'Source',
	name: 'source',
	type: 'options',
	default: 'tile',
	options: ['tile', 'search'].map((value) => ({ name: value, value })),
};
const NAME: INodeProperties = {
	...{ displayName: 'Name', name: 'name', type: 'string', default: '', required: true },
	displayOptions: { show: { resource: ['pipe'], operation: ['stop'] } },
};
const NOTE: INodeProperties = { displayName: 'Note', name: 'note', type: 'string', default: '' };

const textFor = (...fields: INodeProperties[]) => toolText({ description: 'Stop a pipe', fields });

describe('toolText', () => {
	it('lists the required fields', () => {
		expect(textFor(PIPE, NAME, NOTE)).toBe('Stop a pipe. Required: Pipe and Name.');
	});

	it('lists the fields that a choice requires', () => {
		expect(textFor(SOURCE, TILE, SEARCH)).toBe(
			'Stop a pipe. Required with Source "tile": Tile; with "search": Search.',
		);
	});

	it('requires a field that each choice shows', () => {
		expect(
			textFor(SOURCE, TILE, { ...TILE, displayOptions: { show: { source: ['search'] } } }),
		).toBe('Stop a pipe. Required: Tile.');
	});

	it('joins the fields that are always required with those that each choice shows', () => {
		expect(
			textFor(PIPE, NAME, SOURCE, TILE, {
				...TILE,
				displayOptions: { show: { source: ['search'] } },
			}),
		).toBe('Stop a pipe. Required: Pipe, Name, and Tile.');
	});

	it('quotes the choices, because their labels can contain commas', () => {
		expect(
			textFor(
				PIPE,
				SOURCE,
				{ ...TILE, displayOptions: { show: { source: ['tile', 'search'] } } },
				SEARCH,
			),
		).toBe(
			'Stop a pipe. Required: Pipe. Required with Source "tile": Tile; with "search": Tile and Search.',
		);
	});

	it('lists an optional field that takes names', () => {
		expect(textFor({ ...PIPE, required: false })).toBe('Stop a pipe. Optional: Pipe.');
	});

	it('returns only the description if no field is required', () => {
		expect(textFor(NOTE)).toBe('Stop a pipe.');
	});
});

describe('namesText', () => {
	const namesFor = (...fields: INodeProperties[]) =>
		namesText([{ description: 'Stop a pipe', fields }], LOOKUPS);

	it('lists the operations that list the names for each field', () => {
		expect(namesFor(PIPE, TILE, NAME)).toBe(
			"For an [agent's tool](../agents.md#set-up-a-tool), add: _To find names and IDs, use Pipe → Get Many and Dashboard → Get (for Tile)._",
		);
	});

	it('adds nothing for records without names', () => {
		expect(namesFor(BACKUP, NOTE)).toBe('');
	});
});
