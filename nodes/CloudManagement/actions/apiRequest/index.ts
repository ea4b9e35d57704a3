import type { INodeProperties } from 'n8n-workflow';

import { apiRequestPanel } from '../../../core/apiRequest/apiRequest';
import { sendApiRequest } from './send.operation';
import { waitForValue } from './wait.operation';

export const apiRequestOperations = { send: sendApiRequest, wait: waitForValue };

export const apiRequestProperties: INodeProperties[] = apiRequestPanel(
	sendApiRequest,
	waitForValue,
);
