import { readdirSync, readFileSync } from 'node:fs'
import { ROOT } from './source-files.ts'

/** Tables with a copy on each server of a distributed database. */
export const REFERENCE_TABLES = ['organizations', 'accounts', 'oauth_apps']

const MODELS = `${ROOT}prisma/models/`
const MODEL = /^model \w+ \{\n(.*?)^\}/gms
const ORGANIZATION = /^\s+organizationId\s+Int\s.*@map\("organization_id"\)/m
const NAME = /@@map\("(\w+)"\)/

/** Names of the tables that are distributed by organization, from the models. */
export const tenantTables: ReadonlySet<string> = new Set(
  readdirSync(MODELS)
    .flatMap((file) => [...readFileSync(MODELS + file, 'utf8').matchAll(MODEL)])
    .flatMap(([, body = '']) => (ORGANIZATION.test(body) ? [NAME.exec(body)?.[1] ?? ''] : []))
    .filter((name) => !REFERENCE_TABLES.includes(name)),
)
