import type { ErrorRequestHandler, Request, RequestHandler } from 'express';
import { Router } from 'express';
import { middleware as openApiMiddleware } from 'express-openapi-validator';
import {
	APIS,
	type Api,
	documentPath,
	judgedBody,
	repeatedColumns,
	unmappedColumns,
} from '../contract';
import { isJsonObject } from '../contract/json';
import { apiOf, type Exchange, exchangeOf, type Parts, refuse } from './exchange';

const REFUSALS: Record<Api, string> = {
	management: 'BAD_REQUEST',
	clickhouseCloud: 'BAD_REQUEST',
	dashboard: 'Invalid dashboard configuration',
	clickstack: 'Body validation failed',
};

/** What is wrong with a request that the validator lets pass. */
export class ContractViolation extends Error {
	constructor(
		message: string,
		readonly status = 400,
	) {
		super(message);
	}
}

function validatorsOf(api: Api): Router {
	const router = Router();
	router.use(
		openApiMiddleware({
			apiSpec: documentPath(api),
			// The unit tests check the documents against the OpenAPI schema.
			validateApiSpec: false,
			validateRequests: { allErrors: true },
			validateResponses: { removeAdditional: false },
			validateSecurity: false,
			fileUploader: false,
			useRequestUrl: true,
		}),
	);
	return router;
}

// Reading and compiling the documents takes long: all emulators of a process share the result.
const validators = new Map(APIS.map((api) => [api, validatorsOf(api)]));

/** Checks a request, and the response that follows, against the document of its API. */
export const validate: RequestHandler = (request, response, next) => {
	const router = validators.get(apiOf(exchangeOf(request)));
	if (router === undefined) next();
	else router(request, response, next);
};

/** Returns the faults that the documents cannot express. */
function furtherFaults(exchange: Exchange, parts: Parts): string[] {
	const { entry, match, malformedBody } = exchange;
	const faults = malformedBody ? ['the body is not JSON'] : [];
	if (match?.operation.bodySchema === undefined && entry.rawBody !== '') {
		faults.push('this operation takes no body');
	}
	if (entry.operationId !== 'createPipe') return faults;
	for (const name of parts.spelling.foreignSettings(entry.body)) {
		faults.push(`unknown setting ${name}`);
	}
	for (const name of unmappedColumns(entry.body)) {
		faults.push(`fieldMappings does not map the column ${JSON.stringify(name)}`);
	}
	for (const name of repeatedColumns(entry.body)) {
		faults.push(`destination.columns names ${JSON.stringify(name)} twice`);
	}
	return faults;
}

/** Checks what the documents cannot express, and puts the body into neutral spelling. */
export function validateFurther(parts: Parts): RequestHandler {
	return (request, _response, next) => {
		const exchange = exchangeOf(request);
		const faults = furtherFaults(exchange, parts);
		request.body = judgedBody(apiOf(exchange), parts.spelling.neutralBody(exchange.entry.body));
		next(faults.length === 0 ? undefined : new ContractViolation(faults.join('; ')));
	};
}

function statusOf(error: unknown): number {
	const status = isJsonObject(error) ? error['status'] : undefined;
	return typeof status === 'number' ? status : 500;
}

function isAborted(request: Request, error: unknown): boolean {
	return request.destroyed && isJsonObject(error) && error['type'] === 'request.aborted';
}

/** Records a violation and answers it: one of a request with 400 or 404, one of the emulator with 500. */
export function answerViolation(parts: Parts): ErrorRequestHandler {
	return (error: unknown, request, response, next) => {
		if (isAborted(request, error)) return;
		if (response.headersSent) {
			next(error);
			return;
		}
		const status = statusOf(error);
		const message = error instanceof Error ? error.message : String(error);
		const { entry } = exchangeOf(request);
		const where = status >= 500 ? 'answer' : 'request';
		parts.log.violate(entry, where, status, message);
		if (where === 'answer') refuse(request, response, 500, `INTERNAL_ERROR: ${message}`);
		else if (status === 404) refuse(request, response, 404, 'NOT_FOUND: no such path');
		else refuse(request, response, 400, `${REFUSALS[apiOf(exchangeOf(request))]}: ${message}`);
	};
}
