import { spawnSync } from 'node:child_process';

import { installOnce } from '../installOnce.ts';

const cwd = import.meta.dirname;
installOnce(cwd, 'scan');
const { status, error } = spawnSync(process.execPath, ['scan.mjs'], { cwd, stdio: 'inherit' });
if (error) throw error;
process.exitCode = status ?? 1;
