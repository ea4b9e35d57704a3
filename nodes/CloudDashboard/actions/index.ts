import { panel } from '../../core/resource';
import { alert } from './alert';
import { apiRequest } from './apiRequest';
import { accessFields } from './authentication';
import { dashboard } from './dashboard';
import { savedSearch } from './savedSearch';
import { source } from './source';
import { webhook } from './webhook';

/** The fields of the panel, and every operation by the values of the two selectors. */
export const { properties, operations } = panel(
	{ alert, apiRequest, dashboard, savedSearch, source, webhook },
	'dashboard',
	accessFields,
);
