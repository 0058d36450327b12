import type { Row } from '../../sources/row.ts'
import { findFile, type SourceFiles } from '../../sources/source-files.ts'

/** Blobs of a backup and the posts and comments that they are attached to. */
export type Attachments = {
  ofPost: (id: string) => string[]
  ofComment: (id: string) => string[]
  /** File and size of a blob, or null if the backup has none. */
  blob: (key: string) => { file: string; bytes: number } | null
}

/** Reads the table of attachments. */
export async function readAttachments(rows: AsyncIterable<Row>, files: SourceFiles): Promise<Attachments> {
  const [posts, comments] = [new Map<string, string[]>(), new Map<string, string[]>()]
  for await (const row of rows) {
    const [key, post, comment] = [row.word('attachment_bkey'), row.word('post_id'), row.word('comment_id')]
    if (key === undefined) continue
    const [keys, id] = comment === undefined ? [posts, post] : [comments, comment]
    if (id !== undefined) keys.set(id, [...(keys.get(id) ?? []), key])
  }
  return {
    ofPost: (id) => posts.get(id) ?? [],
    ofComment: (id) => comments.get(id) ?? [],
    blob: (key) => {
      const file = findFile(files, `blobs/${key}`)
      return file === null ? null : { file, bytes: files.sizeOf(file) }
    },
  }
}
