import tseslint from 'typescript-eslint'

/** Rules for what the type checker does not report: unhandled promises, `any`, unbound methods, unused names. */
export default tseslint.config(
  {
    ignores: [
      'src/db/generated/**',
      'openapi/types.ts',
      'src/lib/graphql-client/schema-types.ts',
      '.console/**',
      'node_modules/**',
      '.data/**',
      '.bench/**',
      'dist/**',
    ],
  },
  ...tseslint.configs.recommendedTypeChecked.map((config) => ({ ...config, files: ['**/*.{ts,tsx}'] })),
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: {
        project: ['./tsconfig.json', './src/console/tsconfig.json'],
        tsconfigRootDir: new URL('..', import.meta.url).pathname,
      },
    },
    plugins: { '@typescript-eslint': tseslint.plugin },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      // `async` also turns what a function throws into a rejection, and fits it to a type that returns a promise.
      '@typescript-eslint/require-await': 'off',
      // Pothos is extended by merging with its global namespace.
      '@typescript-eslint/no-namespace': ['error', { allowDeclarations: true }],
      // Caught values are passed on unchanged.
      '@typescript-eslint/prefer-promise-reject-errors': ['error', { allowThrowingUnknown: true }],
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
      'no-restricted-syntax': [
        'error',
        ...[
          '[params.0.type="ObjectPattern"][params.0.properties.length=1][body.type="Identifier"]',
          '[params.0.type="Identifier"][body.type="MemberExpression"][body.computed=false][body.object.type="Identifier"]',
        ].map((form) => ({
          selector: `Property[key.name="resolve"] > ArrowFunctionExpression[params.length=1]${form}`,
          message: 'Return a column of the parent by t.expose.',
        })),
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
    // The type of a payload has an index signature, whose keys `t.expose` does not accept.
    files: ['src/graphql/schema/mutation/mutation.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    // Tests read answers of unknown form.
    files: ['test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    files: ['src/config.ts', 'test/**/*.ts', '.config/**/*.ts'],
    rules: { 'no-restricted-properties': 'off' },
  },
)
