import { createRequire } from 'node:module';
import { join } from 'node:path';
import { inspect } from 'node:util';

/** Known findings: the rule, and the start of the line or the line before it. */
const KNOWN = [
	// Options with the API's names, such as regions.
	['node-param-display-name-miscased', 'name: '],
	['node-param-display-name-miscased-id', 'name: '],
	// A notice that quotes the text to enter.
	['node-param-display-name-miscased-id', "displayName: 'To let the AI Agent fill in"],
	// The rule wants sentence case, but Postgres is a name.
	['node-param-operation-option-action-miscased', "action: 'Resync Postgres pipe'"],
	// The rule wants a password field, but key IDs aren't secret.
	['node-param-type-options-password-missing', "name: 'apiKeyIds'"],
	// Empty, so that nobody picks a method by mistake.
	['node-param-default-wrong-for-options', "default: ''"],
	// The rule wants alphabetical order, but these fields are ordered by typical use.
	['node-param-fixed-collection-type-unsorted-items', 'values: ['],
	// The most used resources come first, because n8n's panel has no search there.
	['node-param-options-type-unsorted-items', 'noDataExpression: true'],
	// JSON for other keys comes last.
	['node-param-collection-type-unsorted-items', 'options: ['],
];

/**
 * Lints the nodes' built descriptions with n8n's parameter rules, which miss texts that functions make in the source.
 * True if all findings are known.
 */
export async function lintDescriptions(root) {
	const require = createRequire(join(root, 'package.json'));
	const eslint = linter(require, root);
	const found = [];
	for (const path of require('./package.json').n8n.nodes) {
		const [[name, Node]] = Object.entries(require(join(root, path)));
		const literal = inspect(new Node().description, {
			...{ depth: null, maxArrayLength: null, maxStringLength: null },
			...{ compact: false, breakLength: Infinity },
		});
		const code = `export class ${name} implements INodeType {\ndescription: INodeTypeDescription = ${literal};\n}\n`;
		found.push(...(await findings(eslint, name, code)));
	}
	for (const line of found) console.log(line);
	const passed = found.length === 0;
	console.log(`${passed ? 'passed' : 'FAILED'}: n8n's rules for parameters on what the nodes show`);
	return passed;
}

function linter(require, root) {
	const { ESLint } = require('eslint');
	// n8n's own lint uses this plugin.
	const plugin = createRequire(require.resolve('@n8n/node-cli/eslint'))(
		'eslint-plugin-n8n-nodes-base',
	);
	const { parser } = require('typescript-eslint');
	const rules = Object.entries(plugin.configs.nodes.rules).filter(([name]) =>
		name.startsWith('n8n-nodes-base/node-param-'),
	);
	return new ESLint({
		cwd: root,
		overrideConfigFile: true,
		overrideConfig: {
			files: ['**/*.ts'],
			plugins: { 'n8n-nodes-base': plugin },
			languageOptions: { parser },
			rules: Object.fromEntries(rules),
		},
	});
}

/** Formats each unknown finding as a line. */
async function findings(eslint, name, code) {
	const lines = code.split('\n').map((line) => line.trim());
	const [{ messages }] = await eslint.lintText(code, { filePath: `nodes/${name}.node.ts` });
	// Fails if the dump can't be read or no rule looked at it.
	if (!lines.some((line) => line.startsWith('displayName: '))) return [`${name} shows no field`];
	return messages
		.map(({ ruleId, message, line }) => ({ ruleId, message, near: lines.slice(line - 2, line) }))
		.filter(
			({ ruleId, near }) =>
				!KNOWN.some(
					([rule, begin]) =>
						ruleId === `n8n-nodes-base/${rule}` && near.some((text) => text.startsWith(begin)),
				),
		)
		.map(
			({ ruleId, message, near }) => `${name}: ${ruleId ?? 'parser'}: ${message}: ${near.at(-1)}`,
		);
}
