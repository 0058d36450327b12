import type { CsvTable } from '../../sources/csv.ts'

/** Notes with the history of statuses, by post. Times are dates, because a note is for people. */
export async function readHistory(
  statuses: CsvTable | undefined,
  changes: CsvTable | undefined,
): Promise<ReadonlyMap<string, string[]>> {
  const history = new Map<string, string[]>()
  if (!changes) return history
  const names = new Map<string, string>()
  if (statuses)
    for await (const row of statuses.rows()) names.set(row.word('id') ?? '', row.word('name') ?? '')
  for await (const row of changes.rows()) {
    const [post, status, moment] = [row.word('post_id'), row.word('post_status_id'), row.moment('created_at')]
    if (post === undefined || moment === undefined) continue
    const name = status === undefined ? 'no status' : (names.get(status) ?? status)
    history.set(post, [...(history.get(post) ?? []), `${moment.slice(0, 10)}: status ${name}`])
  }
  return history
}
