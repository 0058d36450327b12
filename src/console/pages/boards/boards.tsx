import { SettingsPage } from '../../app/settings-page.tsx'
import { useAction } from '../../live/use-action.ts'
import { usePages } from '../../live/use-pages.ts'
import texts from '../../messages/en/boards.json'
import { messagesOf } from '../../messages.ts'
import { Empty } from '../../ui/empty.tsx'
import { NewButton, useEditing } from '../../ui/inline-form.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { toast } from '../../ui/toast.tsx'
import { BUCKETS, MOVE_BUCKET, selectBoards, type Bucket } from './board-documents.ts'
import { BoardForm } from './board-form.tsx'
import { BoardRow } from './board-row.tsx'
import { DeleteBoard } from './delete-board.tsx'

const t = messagesOf(texts)
const NO_VARIABLES = {}
/** Votes and comments change no row. */
const changesBoards = (type: string) => /^(BUCKET|POST)_/.test(type)

/** Boards of the organization: their order, names, privacy and moderation. */
export function Boards() {
  const { nodes, error, refresh, ...more } = usePages(BUCKETS, NO_VARIABLES, selectBoards, changesBoards)
  const { edited, setEdited, close, deleted, setDeleted, newButton } = useEditing<Bucket>()
  const move = useMove(nodes ?? [], refresh)
  return (
    <SettingsPage
      page="boards"
      intro={t('intro')}
      tools={<NewButton ref={newButton} text={t('new')} onClick={() => setEdited('new')} />}
    >
      {edited === 'new' && <BoardForm bucket={null} onClose={close} onStored={refresh} />}
      <ListState isRead={Boolean(nodes)} isFailed={Boolean(error)} rows={5} />
      {nodes?.length === 0 && <Empty title={t('empty.title')} text={t('empty.text')} />}
      <ul aria-label={t('list')}>
        {nodes?.map((bucket, index) => (
          <li key={bucket.id}>
            <BoardRow
              bucket={bucket}
              isFirst={index === 0}
              isLast={index === nodes.length - 1 && !more.hasMore}
              isEdited={edited === bucket.id}
              onEdit={() => setEdited(bucket.id)}
              onClose={close}
              onStored={refresh}
              onMove={(direction) => void move(bucket, direction)}
              onDelete={() => setDeleted(bucket)}
            />
          </li>
        ))}
      </ul>
      <LoadMore {...more} />
      <DeleteBoard bucket={deleted} onClose={() => setDeleted(null)} onDeleted={refresh} />
    </SettingsPage>
  )
}

/** Returns a function that moves a bucket by one position. */
function useMove(boards: readonly Bucket[], onMoved: () => void) {
  const { run } = useAction(MOVE_BUCKET)
  return async (bucket: Bucket, direction: 'up' | 'down') => {
    const index = boards.findIndex(({ id }) => id === bucket.id)
    const neighbor = boards[index + (direction === 'up' ? -1 : 1)]
    if (!neighbor) return
    const position = direction === 'up' ? { beforeId: neighbor.id } : { afterId: neighbor.id }
    const moved = await run({ input: { id: bucket.id, position } })
    if (moved) onMoved()
    else toast({ text: t('moveFailed', { name: bucket.name }), tone: 'bad' })
  }
}
