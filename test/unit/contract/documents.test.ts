import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { APIS, documentPath } from '../../../tools/contract';

// Jest can't load the validator, an ES module, so this runs its command line.
const VALIDATOR = join(
	__dirname,
	'../../../node_modules/@seriousme/openapi-schema-validator/bin/validate-api-cli.js',
);

// test/engine/operations and test/formwalk run each operation, so they notice missing operations.
it.each(APIS)('%s is a valid OpenAPI 3.1 document', (api) => {
	const output = execFileSync(process.execPath, [VALIDATOR, documentPath(api)], {
		encoding: 'utf8',
	});
	expect(JSON.parse(output)).toEqual({ valid: true });
});
