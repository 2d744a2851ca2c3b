// SPDX-License-Identifier: Apache-2.0
import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['target/', 'node_modules/', 'src/api/contract.generated.ts'] },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    plugins: { 'react-hooks': reactHooks },
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      ...reactHooks.configs['recommended-latest'].rules,
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-non-null-assertion': 'error',
      // A name that takes what is left out of the rest.
      '@typescript-eslint/no-unused-vars': ['error', { varsIgnorePattern: '^_$' }],
      'max-len': ['error', { code: 120, ignoreUrls: true }],
    },
  },
  {
    files: ['build/**/*.mjs', 'fixture/**/*.mjs', 'eslint.config.js'],
    languageOptions: {
      globals: Object.fromEntries(['Buffer', 'URL', 'console', 'process', 'setTimeout'].map((name) => [name, 'readonly'])),
    },
  },
);
