import { XIcon } from '@primer/octicons-react'
import texts from '../../messages/en/posts.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { Actions } from './actions.tsx'
import styles from './bulk-bar.module.css'
import type { PostRow } from './post-documents.ts'

const t = messagesOf(texts)

type BulkBarProps = {
  posts: readonly PostRow[]
  /** Whether they are selected. Otherwise it is the post of the cursor. */
  isSelection: boolean
  onClear: () => void
}

/** Actions for the selected posts, or for the one of the cursor. */
export function BulkBar({ posts, isSelection, onClear }: BulkBarProps) {
  return (
    <div
      role="toolbar"
      aria-label={t('actions')}
      className={styles.bar}
      data-bulk-bar
      data-quiet={!isSelection || undefined}
    >
      <p>{isSelection ? t('selected', { count: posts.length }) : posts[0]?.title}</p>
      <Actions posts={posts} onDone={onClear} />
      {isSelection && (
        <Button look="quiet" aria-label={t('clearSelection')} onClick={onClear}>
          <XIcon size={16} />
        </Button>
      )}
    </div>
  )
}
