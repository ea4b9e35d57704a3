import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '..');

/** Copies the project for an experiment, without ignored files. The copy uses the project's modules. */
export function copyOfTree() {
	const folder = mkdtempSync(path.join(tmpdir(), 'cloud-management-tree-'));
	const flags = ['-z', '--cached', '--others', '--exclude-standard'];
	const files = execFileSync('git', ['ls-files', ...flags], { cwd: ROOT, encoding: 'utf8' });
	for (const file of files.split('\0').filter((name) => name !== '')) {
		const from = path.join(ROOT, file);
		if (existsSync(from)) cpSync(from, path.join(folder, file));
	}
	symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
	const close = () => {
		rmSync(folder, { recursive: true, force: true });
	};
	return { folder, close };
}
