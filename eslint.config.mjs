import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

const RUNTIME = ['nodes/**/*.ts', 'credentials/**/*.ts'];
const TYPESCRIPT = [...RUNTIME, 'test/**/*.ts', 'tools/**/*.ts'];

export default tseslint.config(
	{
		ignores: ['**/node_modules/', 'dist/', 'coverage/', '.cache/', '.stryker-tmp/', 'reports/'],
	},
	{ linterOptions: { noInlineConfig: true } },
	{
		files: TYPESCRIPT,
		extends: [tseslint.configs.strictTypeChecked],
		languageOptions: {
			parserOptions: {
				project: './tsconfig.json',
				tsconfigRootDir: import.meta.dirname,
			},
		},
	},
	{
		// What n8n and its browser return has no types: only casts would satisfy these rules.
		files: ['{test,tools}/n8n/**/*.ts'],
		extends: [tseslint.configs.disableTypeChecked],
	},
	{
		files: ['package.json', ...RUNTIME],
		extends: [n8nCommunityNodesPlugin.configs.recommended],
	},
	{
		files: RUNTIME,
		plugins: { regexp },
		rules: {
			'no-console': 'error',
			// Texts come from services and items: none may stop n8n.
			'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
			'regexp/no-super-linear-move': ['error', { report: 'potential' }],
		},
	},
	{
		files: ['package.json'],
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		rules: n8nNodesBase.configs.community.rules,
		languageOptions: { parser: tseslint.parser, parserOptions: { extraFileExtensions: ['.json'] } },
	},
	{
		files: ['credentials/**/*.ts'],
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		rules: {
			...n8nNodesBase.configs.credentials.rules,
			// Requires n8n's own slug, but `credential-documentation-url` requires a URL of a community package.
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
			// Requires the key's ID to be masked, but `credential-unnecessary-password` requires it to be readable.
			'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
		},
	},
	{
		files: ['nodes/**/*.ts'],
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		rules: {
			...n8nNodesBase.configs.nodes.rules,
			// These two require 'main' as a literal, but `node-connection-type-literal` requires the constant.
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
		},
	},
);
