export { cloudManagementApiTest } from './management';
export { cloudPipeSourceApiTest } from './pipeSource';
