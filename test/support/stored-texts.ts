import type pg from 'pg'

/** Returns every row of every table as a text, with bytes as characters. */
export async function textsOf(pool: pg.Pool): Promise<string[]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = current_schema()::regnamespace
      and c.relkind in ('r', 'p') and not c.relispartition`,
  )
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows } = await pool.query<Record<string, unknown>>(`select * from "${name}"`)
    for (const row of rows) texts.push(`${name}: ${Object.values(row).map(storedText).join(' ')}`)
  }
  return texts
}

function storedText(value: unknown): string {
  if (Buffer.isBuffer(value)) return value.toString('latin1')
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
