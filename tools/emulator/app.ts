import express, { type Express } from 'express';
import { delay, locate, logArrival, readBody } from './arrival';
import type { Parts } from './exchange';
import { authorize, interfere, limitRate, operate } from './middleware';
import { performUndocumented } from './undocumented';
import { echoUndocumented } from './undocumentedEcho';
import { answerViolation, validate } from './validation';

const BODY_LIMIT = '64mb';

export function createApp(parts: Parts, isQueryHost = false): Express {
	const app = express();
	app.disable('x-powered-by');
	app.disable('etag');
	app.enable('strict routing');
	app.enable('case sensitive routing');
	app.use(logArrival(parts));
	app.use(express.raw({ type: () => true, limit: BODY_LIMIT }));
	app.use(readBody);
	app.use(locate(parts, isQueryHost));
	app.use(delay(parts));
	app.use(limitRate(parts));
	app.use(interfere(parts));
	app.use(authorize(parts));
	app.use(echoUndocumented(parts));
	app.use(performUndocumented(parts));
	app.use(validate);
	app.use(operate(parts));
	app.use(answerViolation(parts));
	return app;
}
