import { waitForValueOperation } from '../../../core/apiRequest/apiRequest';
import type { Operation } from '../../../core/operation';
import { managementEndpoints } from './send.operation';

/** Reads any endpoint of the management API until a value is there. */
export const waitForValue: Operation = waitForValueOperation(managementEndpoints);
