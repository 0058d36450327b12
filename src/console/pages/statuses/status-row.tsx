import texts from '../../messages/en/statuses.json'
import { messagesOf } from '../../messages.ts'
import { Badge } from '../../ui/badge.tsx'
import { useReturnFocus } from '../../ui/inline-form.tsx'
import { ListRow } from '../../ui/list-row.tsx'
import { MoveButtons } from '../../ui/move-buttons.tsx'
import { RowActions } from '../../ui/row-actions.tsx'
import { Status as Dot } from '../../ui/status.tsx'
import type { Status } from './status-documents.ts'
import { StatusForm } from './status-form.tsx'

const t = messagesOf(texts)

type StatusRowProps = {
  status: Status
  /** Number of its posts. */
  count: number
  /** Whether new posts have it. */
  isStart: boolean
  isFirst: boolean
  isLast: boolean
  isOnly: boolean
  isEdited: boolean
  onEdit: () => void
  onClose: () => void
  onMove: (direction: 'up' | 'down') => void
  onDelete: () => void
}

/** A status, or its form. */
export function StatusRow({
  status,
  count,
  isStart,
  isOnly,
  isEdited,
  onEdit,
  onClose,
  onDelete,
  ...moving
}: StatusRowProps) {
  const edit = useReturnFocus(isEdited)
  if (isEdited) return <StatusForm status={status} onClose={onClose} />
  const { name } = status
  const marks = (
    <>
      {isStart && <Badge>{t('start')}</Badge>}
      {status.kind === 'COMPLETED' && <Badge tone="good">{t('completes')}</Badge>}
    </>
  )
  const actions = (
    <>
      <MoveButtons name={name} {...moving} />
      <RowActions name={name} edit={edit} canDelete={!isOnly} onEdit={onEdit} onDelete={onDelete} />
    </>
  )
  return (
    <ListRow
      title={<Dot name={name} color={status.color} />}
      marks={marks}
      detail={t('detail', { kind: t(`kind.${status.kind}`), percentage: status.percentage })}
      aside={t('posts', { count })}
      actions={actions}
    />
  )
}
