import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { diffModels } from '../../.config/diff-models.ts'
import { migrate } from '../../src/db/migrations/migrate.ts'
import { cleanUp, emptyDatabase, query, temporary, write } from './support.ts'

afterEach(cleanUp)

describe('diffModels', () => {
  const schema = 'datasource db {\n  provider = "postgresql"\n}\n'
  const post = (field: string) => `model Post {\n  id Int @id\n${field}}\n`

  const models = (files: Record<string, string>) => write(temporary(), files)

  it('writes the first migration from nothing and the next one from the previous models', async () => {
    const before = models({ 'schema.prisma': schema, 'models/post.prisma': post('') })
    const after = models({ 'schema.prisma': schema, 'models/post.prisma': post('  title String @unique\n') })
    expect((await diffModels({ to: before })).trim()).toBe(
      '-- CreateTable\nCREATE TABLE "Post" (\n    "id" INTEGER NOT NULL,\n\n    CONSTRAINT "Post_pkey" PRIMARY KEY ("id")\n);',
    )
    const next = await diffModels({ from: before, to: after })
    expect(next).toMatch(/ALTER TABLE "Post" ADD COLUMN +"title" TEXT NOT NULL/)
    const url = await emptyDatabase()
    expect(
      (
        await migrate({
          url,
          migrationsDir: models({
            '001_first/migration.sql': await diffModels({ to: before }),
            '002_title/migration.sql': next,
          }),
        })
      ).applied,
    ).toHaveLength(2)
    expect(await query(url, 'SELECT id, title FROM "Post"')).toEqual([])
  })

  it('reports the errors of a schema', async () => {
    await expect(
      diffModels({ to: models({ 'schema.prisma': schema, 'post.prisma': post('  title Strin\n') }) }),
    ).rejects.toThrow(/Strin/)
  })

  it('prints to standard output alone when run as a program', async () => {
    const dir = models({ 'schema.prisma': schema, 'models/post.prisma': post('') })
    const child = spawn(process.execPath, [
      fileURLToPath(new URL('../../.config/diff-models.ts', import.meta.url)),
      '--to',
      dir,
    ])
    let [out, err] = ['', '']
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0)
    expect([out.startsWith('-- CreateTable'), err]).toEqual([true, ''])
  })
})
