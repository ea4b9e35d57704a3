import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { inputError } from '../../../core/errors/nodeErrors';
import type { JsonObject } from '../../../core/json';
import { isDataObject } from '../../../core/json';
import type { Parameters } from '../../../core/operation';
import { emptyToUndefined, locatorValue } from '../../../core/parameters/values';
import { ofService, serviceIdField } from '../../actions/shared/identifiers';
import type { ListKind, ListTraits } from '../../../core/record/record';
import { readList } from '../../../core/record/record';
import type { Shown } from '../../../core/lists/listItems';
import { listPage, listQuery, wantedOf } from '../../../core/lists/listItems';
import type { ListSource } from '../../../core/lists/listSource';
import { withListSource } from './listSource';

/** A list in the panel: where its records come from, and how they are shown. */
interface PanelList extends Shown {
	home: ListKind['home'];
	/** Reads the records, in order. */
	read: (source: ListSource, parameters: Parameters) => Promise<readonly JsonObject[]>;
}

/** Fills a list of the panel, as n8n calls it. */
type SearchMethod = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: unknown,
) => Promise<INodeListSearchResult>;

/** Returns the records of a kind. `otherwise` reads them from an API that doesn't list them. */
export function recordsOf(
	kind: ListKind,
	traits: ListTraits = {},
	otherwise?: (source: ListSource) => Promise<unknown>,
): Pick<PanelList, 'home' | 'read'> {
	const list = { ...readList(kind, traits), properties: [serviceIdField] };
	return {
		home: kind.home,
		read: async (source, parameters) => {
			const payload = await source.payload(
				list,
				parameters,
				otherwise && (async () => await otherwise(source)),
			);
			const records = Array.isArray(payload) ? payload.filter(isDataObject) : [];
			const time = { credential: {}, startedAt: Date.now(), timezone: source.timezone };
			return traits.select?.(records, {}, time) ?? records;
		},
	};
}

/** Returns the method that fills a list. Its search, and what is shown beyond 200, reads it again: nothing is kept. */
export function searchIn({ home, read, ...shown }: PanelList): SearchMethod {
	return async function (filter, paginationToken) {
		const query = listQuery(filter, paginationToken);
		const parameters = home === ofService ? { serviceId: chosenService(this) } : {};
		return await withListSource(this, async (source) => {
			const records = await read(source, { ...parameters, ...wantedOf(query) });
			return listPage(records, shown, source, query);
		});
	};
}

/** Returns the service that is chosen in the panel. Throws a `NodeOperationError` without one. */
export function chosenService(context: ILoadOptionsFunctions): string {
	const locator: unknown = context.getCurrentNodeParameter(serviceIdField.name);
	const chosen = emptyToUndefined(locatorValue(locator, serviceIdField.modes));
	if (typeof chosen === 'string') return chosen.trim();
	throw inputError(context.getNode(), {
		message: 'Service ID has no value here. Choose the service first, or type the ID.',
		description: 'Nothing was sent.',
	});
}
