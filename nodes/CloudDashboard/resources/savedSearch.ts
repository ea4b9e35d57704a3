import { getMany } from '../../features/record/record';
import { resource } from '../../engine/resource';
import { savedSearchKind } from '../../clickStack/records';

export const savedSearch = resource('Saved Search', 'A search that was saved, in ClickStack', {
	getAll: getMany(savedSearchKind, {
		description: 'Get the saved searches of the team',
	}),
});
