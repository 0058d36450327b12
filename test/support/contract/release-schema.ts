import { mkdirSync, writeFileSync } from 'node:fs'
import { printedSchema } from './print-schema.ts'

/** The schema of the last release, with which later schemas are compared. */
const RELEASED = new URL('../../../docs/releases/schema.graphql', import.meta.url)

mkdirSync(new URL('.', RELEASED), { recursive: true })
writeFileSync(RELEASED, printedSchema())
