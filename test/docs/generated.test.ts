import { execFileSync } from 'node:child_process';

import { ROOT } from '../../tools/docs/files';

describe('generated documents', () => {
	// A separate process, because Prettier can't be loaded within Jest.
	it('match the output of `npm run docs`', () => {
		const check = ['--import', 'tsx', 'tools/docs/main.ts', '--check'];
		const said = execFileSync(process.execPath, check, { cwd: ROOT, encoding: 'utf8' });
		expect(said).toMatch(/^[1-9]\d* generated documents, 0 not as they were$/m);
	});
});
