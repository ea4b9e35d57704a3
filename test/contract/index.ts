export {
	APIS,
	type Api,
	dashboardDocument,
	documentOf,
	documentPath,
	managementDocument,
} from './documents';
export { repeatedColumns, unmappedColumns } from './mappings';
export { bodyMembers, requestBodyMembers } from './members';
export { findOperation, type Match, type Operation, operationsOf } from './operations';
export {
	accepts,
	bodyFaults,
	type ContractRequest,
	judgedBody,
	queryFaults,
	requestFaults,
	validateAnswer,
	validateRequest,
	withoutNulls,
} from './validate';
