import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

const pureRooms = [
  'src/transcript/**',
  'src/toolshed/**',
  'src/probe/**',
  'src/rollout/**',
  'src/pasted-step/**',
  'src/engine/**',
  'src/checkpoint/graph/**',
  'src/statistics/**',
  'src/figures/**',
  'src/records/**',
];

/**
 * Types of these files as the compiler sees them with that project. A file that the linter may read as it lies on the disk is
 * read by a program made once; what the Svelte parser rewrites needs one that is brought up to date with each file, which is
 * many times slower, and `extraFileExtensions` alone asks for it.
 * @param {string} project @param {string[]} files
 */
const typesOf = (project, files) => ({
  files,
  languageOptions: { parserOptions: { project: [`./tsconfig.${project}.json`] } },
});

export default ts.config(
  {
    ignores: [
      'dist/',
      'node_modules/',
      'test-results/',
      'playwright-report/',
      'checkpoints/',
      '.cache/',
      '.svelte-kit/',
      '*.cjs',
      '.*.cjs',
      'stubs/',
    ],
  },
  js.configs.recommended,
  ...ts.configs.strictTypeChecked,
  ...svelte.configs.recommended,
  typesOf('page', ['src/*.ts', 'src/lab/**', 'src/ui/**']),
  typesOf('pure', ['src/text-encoding.d.ts', ...pureRooms]),
  typesOf('worker', ['workers/**', 'src/checkpoint/files/**']),
  typesOf('tests', ['*.ts', 'tests/**', 'scripts/**', '{src,workers}/**/*.test.ts']),
  typesOf('worker', ['tests/**/*.worker.ts']),
  {
    rules: {
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      // Code points, not user-perceived characters, are what tokenizers and CSV are made of.
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
      '@typescript-eslint/no-unnecessary-condition': ['error', { allowConstantLoopConditions: true }],
      // State lives in $state.raw and is replaced as a whole: a plain Map or Date is never mutated there.
      'svelte/prefer-svelte-reactivity': 'off',
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
    },
  },
  { files: ['workers/**', 'src/checkpoint/files/**'], languageOptions: { globals: globals.worker } },
  {
    files: ['src/lab/**', 'src/ui/**', 'src/*.ts', 'public/**'],
    languageOptions: { globals: globals.browser },
  },
  {
    // Over plain http, as a class opens the page, a browser has neither.
    files: ['workers/**', 'src/checkpoint/files/**', 'src/lab/**', 'src/ui/**', 'src/*.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'crypto', property: 'randomUUID', message: 'It is there over https alone: use freshId().' },
        { object: 'crypto', property: 'subtle', message: 'It is there over https alone.' },
      ],
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      parserOptions: { parser: ts.parser, svelteConfig, extraFileExtensions: ['.svelte'] },
      globals: globals.browser,
    },
  },
  {
    // The linter sees other components and what they hand to callbacks as `any`; svelte-check knows their types.
    files: ['**/*.svelte'],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/restrict-plus-operands': 'off',
      '@typescript-eslint/no-unnecessary-condition': 'off',
    },
  },
  {
    // Clock, randomness, model and storage are arguments in PURE rooms.
    files: pureRooms,
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        'fetch',
        'setTimeout',
        'setInterval',
        'performance',
        'crypto',
        'window',
        'self',
      ],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now' },
        { object: 'Math', property: 'random' },
      ],
    },
  },
  {
    files: ['*.js', '*.ts', 'tests/**', 'src/**/*.test.ts', 'scripts/**'],
    languageOptions: { globals: globals.node },
  },
  { files: ['**/*.js', '**/*.mjs'], ...ts.configs.disableTypeChecked },
);
