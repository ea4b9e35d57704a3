import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { roleKind } from '../../actions/shared/role';
import { listPage, listQuery, wantedOf } from '../../../core/lists/listItems';
import { withListSource } from '../listSearch/listSource';
import { recordsOf } from '../listSearch/panelList';

const roles = recordsOf(roleKind, {}, async () => await Promise.resolve([]));

/** Lists up to 200 roles of the organization by their names; none if the API has no such list. */
async function getRoles(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return await withListSource(
		this,
		async (source) => {
			const query = listQuery();
			const records = await roles.read(source, wantedOf(query));
			const shown = { name: [['name']], details: ['type'] };
			return listPage(records, shown, source, query)
				.results.map(({ name, value }) => ({ name, value }))
				.sort((one, other) => one.name.localeCompare(other.name));
		},
		'To do without the list, enter the IDs with an expression.',
	);
}

/** The options of multi-selects, by the names that their fields use. */
export const loadOptions = { getRoles };
