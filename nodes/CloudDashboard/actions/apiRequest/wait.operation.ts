import { waitForValueOperation } from '../../../core/apiRequest/apiRequest';
import type { Operation } from '../../../core/operation';
import { dashboardEndpoints } from './send.operation';

/** Reads any endpoint of the dashboard API until a value is there. */
export const waitForValue: Operation = waitForValueOperation(dashboardEndpoints);
