export { APIS, type Api, documentOf, documentPath } from './documents';
export { bodyMembers, requestBodyMembers } from './members';
export {
	findOperation,
	isServed,
	type Match,
	type Operation,
	operationsOf,
	type UpdateRule,
} from './operations';
export {
	accepts,
	bodyFaults,
	headerFaults,
	judgedBody,
	queryFaults,
	requestFaults,
	validateAnswer,
	validateRequest,
} from './validate';
