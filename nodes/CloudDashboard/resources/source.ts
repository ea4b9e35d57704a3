import { getMany } from '../../features/record/record';
import { resource } from '../../engine/resource';
import { sourceRecord } from '../../clickStack/records';

export const source = resource('Source', 'The data that charts and searches read, in ClickStack', {
	getAll: getMany(sourceRecord, {
		description: 'Get the sources of the team',
	}),
});
