import { spawnSync } from 'node:child_process';

import { installOnce } from '../installOnce.mjs';

const cwd = import.meta.dirname;
installOnce(cwd, "n8n's scanner and lint");
const { status, error } = spawnSync(process.execPath, ['scan.mjs'], { cwd, stdio: 'inherit' });
if (error) throw error;
process.exitCode = status ?? 1;
