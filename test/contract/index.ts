export {
	APIS,
	type Api,
	dashboardDocument,
	documentOf,
	documentPath,
	managementDocument,
} from './documents';
export { unmappedColumns } from './mappings';
export { bodyMembers, requestBodyMembers } from './members';
export { findOperation, type Match, type Operation, operationsOf } from './operations';
export { type ContractRequest, validateAnswer, validateRequest } from './validate';
