import { createRequire } from 'node:module'
import type * as Adapter from '@prisma/adapter-pg'
import type pg from 'pg'
import type * as Client from './generated/client/client.ts'

const load = createRequire(import.meta.url)

/** Creates a Prisma client on a pool. Its modules are loaded at the first call. */
export function createPrismaClient(pool: pg.Pool): Client.PrismaClient {
  const { PrismaPg } = load('@prisma/adapter-pg') as typeof Adapter
  const { PrismaClient } = load('./generated/client/client.ts') as typeof Client
  return new PrismaClient({ adapter: new PrismaPg(pool) })
}
