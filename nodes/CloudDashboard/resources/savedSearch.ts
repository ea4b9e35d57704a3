import { getMany } from '../../features/record/record';
import { resource } from '../../engine/resource';
import { savedSearchRecord } from '../../clickStack/records';

export const savedSearch = resource('Saved Search', 'A search that was saved, in ClickStack', {
	getAll: getMany(savedSearchRecord, {
		description: 'Get the saved searches of the team',
	}),
});
