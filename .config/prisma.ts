import { defineConfig } from 'prisma/config'

/**
 * Configuration of code generation, which does not connect to a database. src/db/migrations/migrate.ts
 * applies migrations.
 */
export default defineConfig({
  schema: '../prisma',
  migrations: { path: '../prisma/migrations' },
})
