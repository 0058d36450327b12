import { chownSync, lchownSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { TestDatabase } from '../database.ts'

/**
 * Empties a table and links its file to `/dev/full`, a device that is always full. PostgreSQL then fails to
 * add a page to it exactly as on a full disk, under any operating system user. Returns a function that
 * restores the table, empty.
 */
export async function fillTable({ url }: TestDatabase, table: string): Promise<() => Promise<void>> {
  const path = await newFile(url, table)
  const { uid, gid, mode } = statSync(path)
  rmSync(path)
  symlinkSync('/dev/full', path)
  lchownSync(path, uid, gid)
  return async () => {
    rmSync(path)
    writeFileSync(path, '', { mode })
    chownSync(path, uid, gid)
    await newFile(url, table)
  }
}

/** Makes PostgreSQL create an empty file for a table, which no session has open. Returns its path. */
async function newFile(url: string, table: string): Promise<string> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`truncate ${table} cascade`)
  const { rows } = await client.query<{ directory: string; path: string }>(
    `select current_setting('data_directory') as directory, pg_relation_filepath($1) as path`,
    [table],
  )
  await client.end()
  return join(rows[0]?.directory ?? '', rows[0]?.path ?? '')
}
