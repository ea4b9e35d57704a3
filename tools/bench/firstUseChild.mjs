import { createRequire } from 'node:module';

import { register } from 'tsx/cjs/api';

/** Folder of the built package, and the workflows and credentials as JSON. */
const [folder, input] = process.argv.slice(2);
const { warmUp, workflow, credentials } = JSON.parse(input);
const require = createRequire(import.meta.url);

const unregister = register();
const { PackageDirectoryLoader } = require('n8n-core');
const { runWorkflow } = require('../engine/runWorkflow.ts');
const loader = new PackageDirectoryLoader(folder);
// Loads the engine first, because n8n has loaded it long before it uses a node.
await runWorkflow(warmUp, { loader });
// The package's modules then load without tsx.
unregister();

const before = process.cpuUsage();
/** Milliseconds of CPU time since the measurement began. */
function elapsed() {
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1000;
}

loader.loadNodeFromFile('dist/nodes/CloudManagement/CloudManagement.node.js');
loader.loadCredentialFromFile('dist/credentials/CloudManagementApi.credentials.js');
const loading = elapsed();
const { error } = await runWorkflow(workflow, { credentials, loader });
if (error !== undefined) throw error;
console.log(JSON.stringify({ loading, firstUse: elapsed() }));
process.exit();
