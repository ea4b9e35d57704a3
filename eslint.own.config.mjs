// Rules beyond n8n's own eslint.config.mjs, which in strict mode must stay unchanged.
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
		// n8n and its browser return untyped values, so only casts would satisfy these rules.
		files: ['{test,tools}/n8n/**/*.ts'],
		extends: [tseslint.configs.disableTypeChecked],
	},
	{
		files: RUNTIME,
		plugins: { regexp },
		rules: {
			// Texts come from services and items, and none may make a pattern block n8n.
			'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
			'regexp/no-super-linear-move': ['error', { report: 'potential' }],
		},
	},
);
