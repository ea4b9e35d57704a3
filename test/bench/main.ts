import { openStage } from '../n8n/harness/stage';
import { runBench } from './bench';
import { FULL, QUICK, SMOKE } from './grid';

async function main(args: string[]): Promise<void> {
	const grid = args.includes('--smoke') ? SMOKE : args.includes('--quick') ? QUICK : FULL;
	const stage = await openStage();
	try {
		console.log(JSON.stringify(await runBench(stage, grid), null, 1));
	} finally {
		await stage.close();
	}
}

main(process.argv.slice(2)).catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
