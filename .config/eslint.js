import tseslint from 'typescript-eslint'

/** Rules for what the type checker does not report: unhandled promises, explicit `any`, unused names. */
export default tseslint.config(
  {
    ignores: [
      'src/db/generated/**',
      'openapi/types.ts',
      'rest-compat/schema-types.ts',
      'node_modules/**',
      '.data/**',
      '.bench/**',
      '.config/browser/**',
    ],
  },
  {
    files: ['**/*.ts'],
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: { project: './tsconfig.json', tsconfigRootDir: new URL('..', import.meta.url).pathname },
    },
    plugins: { '@typescript-eslint': tseslint.plugin },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Read settings from src/config.ts.' },
      ],
      'prefer-const': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  {
    // Declaration merging repeats the type parameters of the merged interface, even if they are unused.
    files: ['src/graphql/access/access.ts', 'src/graphql/builder.ts'],
    rules: { '@typescript-eslint/no-unused-vars': 'off' },
  },
  {
    files: ['src/config.ts', 'test/**/*.ts', '.config/**/*.ts'],
    rules: { 'no-restricted-properties': 'off' },
  },
)
