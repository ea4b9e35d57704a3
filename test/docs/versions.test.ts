import lines from '../compat/lines.json';
import { expectGenerated } from './generatedBlock';

function versionTable(): string {
	const rows = lines.map(
		({ n8n, node, modules }) =>
			`| ${n8n} | ${modules['n8n-core']} | ${modules['n8n-workflow']} | ${node.join(', ')} |`,
	);
	const head = ['| n8n | n8n-core | n8n-workflow | Node.js |', '| --- | --- | --- | --- |'];
	return [...head, ...rows].join('\n');
}

describe('The README', () => {
	it('claims the versions that `npm run test:compat` has passed with, and no others', () => {
		expectGenerated('README.md', 'versions', versionTable());
	});
});
