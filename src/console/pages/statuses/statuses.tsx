import { useSubscription } from 'urql'
import { SettingsPage } from '../../app/settings-page.tsx'
import { useAction } from '../../live/use-action.ts'
import texts from '../../messages/en/statuses.json'
import { messagesOf } from '../../messages.ts'
import { NewButton, useEditing } from '../../ui/inline-form.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { toast } from '../../ui/toast.tsx'
import { DeleteStatus } from './delete-status.tsx'
import { KINDS } from './kinds.ts'
import { REORDER_STATUSES, STATUSES, type Status } from './status-documents.ts'
import { StatusForm } from './status-form.tsx'
import { StatusRow } from './status-row.tsx'

const t = messagesOf(texts)

/** Statuses of the workflow: their order, names, kinds and colors. */
export function Statuses() {
  const { counts, first, isRead, isFailed } = useStatuses()
  const { edited, setEdited, close, deleted, setDeleted, newButton } = useEditing<Status>()
  const move = useMove(counts.map(({ status }) => status.id))
  return (
    <SettingsPage
      page="statuses"
      intro={t('intro')}
      tools={<NewButton ref={newButton} text={t('new')} onClick={() => setEdited('new')} />}
    >
      {edited === 'new' && <StatusForm status={null} onClose={close} />}
      <ListState isRead={isRead} isFailed={isFailed} rows={6} />
      <ol aria-label={t('list')}>
        {counts.map(({ status, count }, index) => (
          <li key={status.id}>
            <StatusRow
              status={status}
              count={count}
              isStart={status.id === first}
              isFirst={index === 0}
              isLast={index === counts.length - 1}
              isOnly={counts.length === 1}
              isEdited={edited === status.id}
              onEdit={() => setEdited(status.id)}
              onClose={close}
              onMove={(direction) => void move(status, direction)}
              onDelete={() => setDeleted(status)}
            />
          </li>
        ))}
      </ol>
      <DeleteStatus
        status={deleted}
        count={counts.find(({ status }) => status.id === deleted?.id)?.count ?? 0}
        onClose={() => setDeleted(null)}
      />
    </SettingsPage>
  )
}

/** The statuses with the number of posts of each, and the id of the one that new posts have. */
function useStatuses() {
  const [{ data, error }] = useSubscription({ query: STATUSES })
  const counts = data?.statusCounts ?? []
  const first = startOf(counts.map(({ status }) => status))
  return { counts, first, isRead: Boolean(data), isFailed: Boolean(error) }
}

/** Returns the status of new posts: the first of the earliest kind. */
function startOf(statuses: readonly Status[]): string | undefined {
  const kind = KINDS.find((one) => statuses.some((status) => status.kind === one))
  return statuses.find((status) => status.kind === kind)?.id
}

/** Returns a function that moves a status by one position. */
function useMove(ids: readonly string[]) {
  const { run } = useAction(REORDER_STATUSES)
  return async ({ id, name }: Status, direction: 'up' | 'down') => {
    const index = ids.indexOf(id)
    const next = ids.toSpliced(index, 1).toSpliced(index + (direction === 'up' ? -1 : 1), 0, id)
    if (!(await run({ ids: next }))) toast({ text: t('moveFailed', { name }), tone: 'bad' })
  }
}
