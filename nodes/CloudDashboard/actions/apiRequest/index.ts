import type { INodeProperties } from 'n8n-workflow';

import { apiRequestPanel } from '../../../core/apiRequest/apiRequest';
import { sendApiRequest } from './send.operation';

export const apiRequestOperations = { send: sendApiRequest };

export const apiRequestProperties: INodeProperties[] = apiRequestPanel(sendApiRequest);
