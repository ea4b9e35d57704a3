import { panel } from '../../core/resource';
import { apiRequest } from './apiRequest';
import { dashboard } from './dashboard';

/** The fields of the panel, and every operation as the two selectors name it. */
export const { properties, operations } = panel({ apiRequest, dashboard }, 'dashboard');
