import { getMany } from '../../features/record/record';
import { resource } from '../../engine/resource';
import { sourceKind } from '../../clickStack/records';

export const source = resource('Source', 'The data that charts and searches read, in ClickStack', {
	getAll: getMany(sourceKind, {
		description: 'Get the sources of the team',
	}),
});
