import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { APIS, documentPath } from '../../../tools/contract';

// The validator is an ES module, which Jest cannot load: its command line is run instead.
const VALIDATOR = join(
	__dirname,
	'../../../node_modules/@seriousme/openapi-schema-validator/bin/validate-api-cli.js',
);

// Tests that run each operation notice a missing one: test/engine/operations and test/formwalk.
it.each(APIS)('%s is valid OpenAPI 3.1', (api) => {
	const output = execFileSync(process.execPath, [VALIDATOR, documentPath(api)], {
		encoding: 'utf8',
	});
	expect(JSON.parse(output)).toEqual({ valid: true });
});
