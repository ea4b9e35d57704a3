import { getMany } from '../../../core/record/record';
import { resource } from '../../../core/resource';
import { sourceKind } from '../records';

export const source = resource('Source', 'The data that charts and searches read, in ClickStack', {
	getAll: getMany(sourceKind, {
		description: 'Get the sources of the team',
		action: 'Get many sources',
	}),
});
