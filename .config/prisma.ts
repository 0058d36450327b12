import { defineConfig } from 'prisma/config'

/** Generation only: nothing here connects. Migrations are applied by src/db/migrate.ts. */
export default defineConfig({
  schema: '../prisma',
  migrations: { path: '../prisma/migrations' },
})
