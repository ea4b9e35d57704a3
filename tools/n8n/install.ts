import { installN8n } from './harness/install';

installN8n().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
