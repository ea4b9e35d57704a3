import { STORED_DRY_RUN } from '../engine/options/requestOptions';
import { spelledOut } from '../engine/parameters/properties';

/** Reads a parameter as stored, because n8n would resolve its expression and fail without data. */
const STORED_PATH = '($parameter.toJSON().path || "")';
const API_REQUEST = `($parameter["operation"] === "wait" ? "wait for " : ($parameter["method"] || "GET") + " ") + (/^=/.test(${STORED_PATH}) ? "path by expression" : ${STORED_PATH})`;

const OPERATION_WORDS = spelledOut(
	'$parameter["operation"].replace("getAll", "getMany").replace(/^wait$|(?:Configuration|Context|Password|Scaling|Schedule|Schema|Settings|Window)$/, (end) => end === "wait" ? "waitFor" : end + "Of")',
);
const RESOURCE_WORDS = spelledOut('$parameter["resource"]');
/** Only Get Many reads several records. */
const PLURAL = '($parameter["operation"] === "getAll" ? "s" : "")';

const DRY_RUN_PREFIX = `(${STORED_DRY_RUN} === true ? "dry run: " : /^=/.test(${STORED_DRY_RUN}) ? "dry run by expression: " : "")`;

/** For example, "get many activities", "dry run: stop pipe", or "GET /v1/things". */
export const SUBTITLE = `={{ ${DRY_RUN_PREFIX} + ($parameter["resource"] === "apiRequest" ? ${API_REQUEST} : ${OPERATION_WORDS} + " " + (${RESOURCE_WORDS} + ${PLURAL}).replace(/([^aeiou])ys$/, "$1ies").replace(/chs$/, "ches")) }}`;
