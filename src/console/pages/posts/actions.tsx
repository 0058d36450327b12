import { useState } from 'react'
import texts from '../../messages/en/posts.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import styles from './actions.module.css'
import { ChoicePickers } from './choice-pickers.tsx'
import { Merge } from './merge.tsx'
import type { PostRow } from './post-documents.ts'
import { countAndTitle, usePostChanges } from './use-changes.ts'

const t = messagesOf(texts)

type ActionsProps = { posts: readonly PostRow[]; onDone: () => void }

/** Buttons that change posts. Each but deletion can be taken back. */
export function Actions({ posts, onDone }: ActionsProps) {
  const { change } = usePostChanges()
  const isPending = posts.some(({ approvalStatus }) => approvalStatus === 'PENDING')
  const areHidden = posts.every(({ hidden }) => hidden)
  return (
    <>
      <div className={styles.group}>
        <ChoicePickers posts={posts} />
      </div>
      <div className={styles.group}>
        {isPending && (
          <Button
            look="quiet"
            data-key="a"
            onClick={() =>
              void change(posts, () => ({ approvalStatus: 'APPROVED' }), t('approved', countAndTitle(posts)))
            }
          >
            {t('approve')}
          </Button>
        )}
        <Button
          look="quiet"
          data-key="h"
          onClick={() =>
            void change(
              posts,
              () => ({ hidden: !areHidden }),
              t(areHidden ? 'nowShown' : 'nowHidden', countAndTitle(posts)),
            )
          }
        >
          {t(areHidden ? 'show' : 'hide')}
        </Button>
        <MergeAndDelete posts={posts} onDone={onDone} />
      </div>
    </>
  )
}

function MergeAndDelete({ posts, onDone }: ActionsProps) {
  const { remove } = usePostChanges()
  const [asks, setAsks] = useState<'merge' | 'delete' | null>(null)
  const close = () => setAsks(null)
  const [only] = posts
  return (
    <>
      <Button look="quiet" data-key="m" onClick={() => setAsks('merge')}>
        {t('merge')}
      </Button>
      <Button look="quiet" onClick={() => setAsks('delete')}>
        {t('delete')}
      </Button>
      <Merge posts={posts} isOpen={asks === 'merge'} onClose={close} onMerged={onDone} />
      <Confirm
        title={t('deleteTitle', { count: posts.length })}
        text={t('deleteText')}
        action={t('deletePosts', { count: posts.length })}
        requireText={posts.length === 1 ? only?.title : t('posts', { count: posts.length })}
        isOpen={asks === 'delete'}
        onClose={close}
        onConfirm={() => {
          close()
          onDone()
          void remove(posts)
        }}
      />
    </>
  )
}
