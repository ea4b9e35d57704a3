import { getMany } from '../../../core/record/record';
import { resource } from '../../../core/resource';
import { savedSearchKind } from '../records';

export const savedSearch = resource('Saved Search', 'A search that was saved, in ClickStack', {
	getAll: getMany(savedSearchKind, {
		description: 'Get the saved searches of the team',
		action: 'Get many saved searches',
	}),
});
