import { readdirSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');
const FOLDER = 'test/engine';

// In one file they load the engine once, which takes longer than most of them.
for (const name of readdirSync(path.join(ROOT, FOLDER)).filter((file) =>
	file.endsWith('.test.ts'),
)) {
	const file = path.join(FOLDER, name);
	describe(file, () => {
		jest.requireActual(path.join(ROOT, file));
	});
}
