import type { INodeProperties } from 'n8n-workflow';

import type { NameLookups } from '../../../nodes/engine/operation';
import { idLocator } from '../../../nodes/engine/parameters/properties';
import { toolText } from '../../../tools/docs/reference/toolTexts';

const lookup = { idOf: () => undefined, nameOf: () => undefined };
const LOOKUPS: NameLookups = new Map([
	['searchPipes', { ...lookup, listedBy: 'Pipe → Get Many' }],
	['searchTiles', { ...lookup, listedBy: 'Dashboard → Get' }],
]);

const named = { nameExample: 'Orders' };
const needed = { required: true };
const PIPE = { ...idLocator('Pipe', 'pipeId', 'searchPipes', '1', named), ...needed };
const BACKUP = { ...idLocator('Backup', 'backupId', 'searchBackups', '1'), ...needed };
const TILE = {
	...idLocator('Tile', 'tileId', 'searchTiles', '1', named),
	...needed,
	displayOptions: { show: { operation: ['stop'], source: ['tile'] } },
};
const NAME: INodeProperties = {
	...{ displayName: 'Name', name: 'name', type: 'string', default: '', required: true },
	displayOptions: { show: { resource: ['pipe'], operation: ['stop'] } },
};
const NOTE: INodeProperties = { displayName: 'Note', name: 'note', type: 'string', default: '' };

const textFor = (...fields: INodeProperties[]) =>
	toolText({ description: 'Stop a pipe', fields }, LOOKUPS);

describe('toolText', () => {
	it('lists the required fields with the operations that list their records', () => {
		expect(textFor(PIPE, NAME, NOTE)).toBe(
			'Stop a pipe. Needs Pipe (a name from Pipe → Get Many) and Name.',
		);
	});

	it("shows a field's label if its records have no names", () => {
		expect(textFor(BACKUP)).toBe('Stop a pipe. Needs Backup.');
	});

	it('calls a field optional that only another choice shows', () => {
		expect(textFor(TILE)).toBe('Stop a pipe. Can take Tile (a name from Dashboard → Get).');
	});

	it('returns only the description if no field is required', () => {
		expect(textFor(NOTE)).toBe('Stop a pipe.');
	});
});
